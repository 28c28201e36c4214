import { failedMailTexts } from '#domain/mails/mail-texts.ts'
import { type BulkList, bulkRows, commandRun } from '#web/desk/lists/bulk/bulk-act.ts'
import { isRepeatable } from './queries.ts'

/** Failed mails that are sent again together. */
export const mailBulk: BulkList = {
  noun: { one: 'mail', many: 'mails' },
  acts: {
    send: {
      label: 'Send again',
      done: 'On its way again',
      effect: 'Each is sent once more, to the address that it had.',
      obstacle: ({ state }) => (state === 'repeatable' ? null : (OBSTACLES[state] ?? 'It did not fail.')),
      run: async (api, { id }, { key }) => commandRun(await api.command('send-mail-again', { id }, key)),
    },
  },
  async read({ tables }, ids) {
    const found = await tables
      .from('email_logs')
      .select('id, recipient_email, subject, status, kind, created_at')
      .in('id', ids)
    return bulkRows(found, (mail) => ({
      id: mail.id,
      name: `${mail.subject}, ${mail.recipient_email}`,
      state: stateOf(mail),
    }))
  },
}

type SendableMail = Parameters<typeof isRepeatable>[0]

function stateOf(mail: SendableMail): string {
  if (isRepeatable(mail)) return 'repeatable'
  return mail.status === 'failed' && mail.kind?.startsWith('auth-') ? 'auth' : mail.status
}

const OBSTACLES: Readonly<Record<string, string>> = {
  auth: failedMailTexts.requestNew,
  failed: failedMailTexts.tooLate,
  pending: 'It is waiting to be sent.',
  sent: 'It was sent.',
}
