import type pg from 'pg'
import type { MessageName } from '#domain/all-messages.ts'
import type { OwnText } from '#domain/mails/own-texts/own-text.ts'

type NewestText = Omit<OwnText, 'subject' | 'body'> & { subject: string | null; body: string | null }

/** The texts of the chiefs for a message, by its key: few rows, usually none. */
export async function readOwnTexts(tx: pg.ClientBase, kind: MessageName): Promise<OwnText[]> {
  const { rows } = await tx.query<NewestText>({
    name: 'read-own-texts',
    text: `select distinct on (part, variant, language) part, variant, language, subject, body
      from public.message_texts where kind = $1 order by part, variant, language, version desc`,
    values: [kind],
  })
  // A text that was taken back is a row without words.
  return rows.flatMap(({ subject, body, ...text }) =>
    subject === null || body === null ? [] : [{ ...text, subject, body }],
  )
}

/** The own texts of SMS by kind. */
export async function readOwnSms(tx: pg.ClientBase, kinds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ kind: string; body: string | null }>(
    `select distinct on (kind) kind, body from public.message_texts where kind = any ($1) and part = 'sms'
     order by kind, version desc`,
    [kinds],
  )
  return new Map(rows.flatMap(({ kind, body }) => (body === null ? [] : [[kind, body]])))
}
