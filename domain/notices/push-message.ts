import { type MessageFacts, type NoticedName, noticedMessage, renderNotice } from '#domain/all-messages.ts'

/**
 * The push message, which locked phones show too: no amounts or codes, at most 120 characters of title and 200 of body.
 * Null if the notice is not pushed. `words` is the notice in the words of the chiefs, if they have written some.
 */
export function pushMessage<Name extends NoticedName>(
  name: Name,
  facts: MessageFacts<Name>,
  words?: { title: string; body: string },
): PushMessage | null {
  const { push, pushTitle, isPublic } = noticedMessage(name)
  if (push === 'never') return null
  const notice = words ?? renderNotice(name, facts)
  return {
    title: ellipsize(pushTitle ?? notice.title, 120),
    body: isPublic ? ellipsize(notice.body, 200) : '',
    isUrgent: push === 'now' || isLastReminder(name, facts),
  }
}

interface PushMessage {
  title: string
  body: string
  isUrgent: boolean
}

/** True for the last reminder to pay, 3 hours before the place is released. */
const isLastReminder = (name: NoticedName, facts: unknown): boolean =>
  name === 'payment-reminder' && (facts as MessageFacts<'payment-reminder'>).hours <= 3

const ellipsize = (text: string, most: number): string => {
  const signs = [...text]
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`
}
