/** The face of the plugin: what the Loader mounts, and the tool's definition for whoever prints it. */
export { apply, Config, inject, name } from './plugin.ts'
export { askUserQuestionTool, type PublishedTool } from './tool.ts'
