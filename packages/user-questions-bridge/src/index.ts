/** The face of the bridge: the service that the Loader mounts. */
export { UserQuestionsBridge, UserQuestionsBridge as default } from './service.ts'
