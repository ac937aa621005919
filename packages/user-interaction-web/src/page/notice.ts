/** Notifications of the browser, for those who asked for them: says that there is a question, and no more. */
import { rememberNotice, wantsNotice } from './storage.ts'
import type { Notify } from './view/page.ts'

/** Where this browser stands. */
export function noticeState(): Notify {
  if (!('Notification' in globalThis) || !isSecureContext) return 'absent'
  if (Notification.permission === 'denied') return wantsNotice() ? 'blocked' : 'off'
  return Notification.permission === 'granted' && wantsNotice() ? 'on' : 'off'
}

/** Asks the browser to allow it, at a person's click only. */
export async function requestNotice(): Promise<Notify> {
  rememberNotice()
  await Notification.requestPermission()
  return noticeState()
}

/** Shows one, unless the page is in front of somebody. */
export function showNotice(title: string, tag: string): void {
  if (noticeState() !== 'on' || document.hasFocus()) return
  const notice = new Notification(title, { tag })
  notice.addEventListener('click', () => {
    window.focus()
    notice.close()
  })
}
