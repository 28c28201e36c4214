import { checkFields, uuid } from '#domain/forms/validation.ts'
import { mailResendTexts } from '#domain/mails/mail-texts.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { isAuthMail } from './auth-mails.ts'

/** An administrator queues a failed mail again, once its cause is fixed. */
export const sendMailAgain: Command<'send-mail-again'> = {
  name: 'send-mail-again',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['id'],
  check: (raw) => checkFields(raw, { id: uuid('Mail') }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ status: string; kind: string | null; message_id: string | null }>(
      `select l.status, l.kind, l.message_id from public.email_logs l
       where l.id = $1 and exists (select from public.profiles p where p.id = $2 and p.role = 'chief') for update of l`,
      [input.id, caller.userId],
    )
    const mail = rows[0]
    if (!mail) return refuse('not_found')
    if (mail.status !== 'failed') return refuse('move_not_allowed', { message: mailResendTexts.notFailed })
    if (mail.kind && isAuthMail(mail.kind)) return refuse('move_not_allowed', { message: mailResendTexts.runOut })
    const { rowCount } = await tx.query(
      `update mail.messages set status = 'queued', attempts = 0, next_attempt_at = now()
       where id = $1 and status = 'failed' and text is not null`,
      [mail.message_id],
    )
    if (!rowCount) return refuse('move_not_allowed', { message: mailResendTexts.forgotten })
    await tx.query(`update public.email_logs set status = 'pending', error = null where id = $1`, [input.id])
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'mail.resend',
      subject: { type: 'email_log', id: input.id },
      after: { kind: mail.kind },
    })
    return { id: input.id }
  },
}
