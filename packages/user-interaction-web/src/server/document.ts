/** The HTML around the page: no script and no style of its own, no word of a question. Pure. */
import type { Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import { messages } from '../messages.ts'

/** The page before its script runs. */
export function renderDocument(lang: Lang, entry: string, modules: Iterable<string>): string {
  const preloads = [...modules].map((path) => `<link rel="modulepreload" href="${path}">`).join('\n')
  const { title, needsScript } = messages[lang]
  return frame(
    lang,
    title,
    `<link rel="icon" href="/icon.svg" type="image/svg+xml">
${preloads}
<script type="module" src="${entry}"></script>`,
    `<div id="page"></div>\n<noscript><p class="plain">${needsScript}</p></noscript>`,
  )
}

/** What somebody without the printed address gets. */
export function renderClosed(lang: Lang): string {
  const { title, closedTitle, closedText } = messages[lang]
  return frame(lang, title, '', `<main class="plain"><h1>${closedTitle}</h1><p>${closedText}</p></main>`)
}

/** Leads on from another site: only what this page itself asks for carries its cookie. */
export function renderBridge(lang: Lang): string {
  return frame(lang, messages[lang].title, '<meta http-equiv="refresh" content="0; url=/">', '')
}

function frame(lang: Lang, title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="${lang === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="/page.css">
${head}
</head>
<body>
${body}
</body>
</html>
`
}

/** The tab's picture: a bubble with a question in it. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#3d5afe" d="M6 3h20a4 4 0 0 1 4 4v13a4 4 0 0 1-4 4H15l-7 6v-6H6a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4z"/><path fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" d="M12.4 10.4a3.7 3.7 0 1 1 5.3 3.3c-1.1.6-1.7 1.2-1.7 2.5"/><circle cx="16" cy="19.6" r="1.6" fill="#fff"/></svg>`
