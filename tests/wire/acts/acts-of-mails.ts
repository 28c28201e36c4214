import type { TestMarket } from '#server/testing/market.ts'
import { type ActOf, count } from './act.ts'

const ownText = {
  kind: 'order-expired',
  part: 'notice',
  variant: 'usual',
  language: 'en',
  subject: 'Not paid: {product}',
}

export const actsOfMails = {
  async 'send-mail-again'(market: TestMarket) {
    const chief = await market.person({ role: 'chief' })
    const failed = async () => {
      const { id } = await market.row<{ id: string }>(
        `insert into mail.messages (kind, recipient, subject, text, status) values ('welcome', 'a@b.test', 'Hello', 'Words', 'failed') returning id`,
      )
      await market.moved('clock', `update public.email_logs set status = 'failed' where message_id = $1`, [id])
      return market.row<{ id: string }>('select id from public.email_logs where message_id = $1', [id])
    }
    const body = await failed()
    return {
      as: chief,
      body,
      other: await failed(),
      effects: () => count(market, `public.audit_log where action = 'mail.resend' and subject_id = $1`, [body.id]),
    }
  },
  async 'send-test-mail'(market: TestMarket) {
    const chief = await market.person({ role: 'chief' })
    const words = { type: 'contact-received', subject: 'We have it', content: 'Reference: {{reference}}' }
    return {
      as: chief,
      body: words,
      other: { ...words, subject: 'We have your message' },
      effects: () => count(market, `public.audit_log where action = 'template.test' and actor_id = $1`, [chief]),
    }
  },
  async 'save-message-text'(market: TestMarket) {
    const chief = await market.person({ role: 'chief' })
    const body = { ...ownText, body: 'Your place is free again.', version: 0 }
    return {
      as: chief,
      body,
      other: { ...body, language: 'yo' },
      effects: () => count(market, `public.message_texts where author_id = $1`, [chief]),
    }
  },
  async 'send-test-message'(market: TestMarket) {
    const chief = await market.person({ role: 'chief' })
    return {
      as: chief,
      body: { ...ownText, body: 'Your place is free again.' },
      other: { ...ownText, body: 'Your place is released.' },
      effects: () => count(market, `public.audit_log where action = 'message-text.test' and actor_id = $1`, [chief]),
    }
  },
} satisfies Record<string, ActOf>
