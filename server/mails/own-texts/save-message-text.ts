import { checkFields, flag, optional } from '#domain/forms/validation.ts'
import { slotStandard } from '#domain/mails/own-texts/message-parts.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { ownTextFields, refuseOwnText, slotOf, versionSeen } from './own-text-input.ts'

/**
 * A chief writes the text of a message in place of the standard one, or takes it back (`use_standard`). Each change is a
 * new version; somebody who has not seen the newest is refused.
 */
export const saveMessageText: Command<'save-message-text'> = {
  name: 'save-message-text',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['kind', 'part', 'variant', 'language', 'subject', 'body', 'version', 'use_standard'],
  check: (raw) => checkFields(raw, { ...ownTextFields, version: versionSeen, use_standard: optional(flag()) }),
  async run({ input, caller, tx }) {
    const { rows: chiefs } = await tx.query<{ full_name: string }>(
      `select full_name from public.profiles where id = $1 and role = 'chief'`,
      [caller.userId],
    )
    const [chief] = chiefs
    if (!chief) return refuse('not_found')
    const slot = slotOf(input)
    const standard = slotStandard(slot)
    if (!standard) return refuse('not_found')
    const refusal = input.use_standard ? null : refuseOwnText(input)
    if (refusal) return refusal
    const key = [input.kind, input.part, input.variant, input.language]
    // Serialises two chiefs, as the guard of the table does: the second sees the first one's version.
    await tx.query(
      `select pg_advisory_xact_lock(hashtextextended('message-text ' || array_to_string($1::text[], ' '), 0))`,
      [key],
    )
    const { rows } = await tx.query<{ version: number; subject: string | null; body: string | null }>(
      `select version, subject, body from public.message_texts where (kind, part, variant, language) = ($1, $2, $3, $4)
       order by version desc limit 1`,
      key,
    )
    const [before] = rows
    if ((before?.version ?? 0) !== input.version) return refuse('text_changed_meanwhile')
    const words = input.use_standard ? { subject: null, body: null } : { subject: input.subject, body: input.body }
    const isSame = (before?.subject ?? null) === words.subject && (before?.body ?? null) === words.body
    if (isSame) return { version: input.version }
    const version = input.version + 1
    await tx.query(
      `insert into public.message_texts (kind, part, variant, language, version, subject, body, required, placeholders,
         standard_subject, standard_body, author_id, author_name)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        ...key,
        version,
        words.subject,
        words.body,
        standard.placeholders.filter(({ isRequired }) => isRequired).map(({ name }) => name),
        standard.placeholders.map(({ name }) => name),
        standard.subject,
        standard.body,
        caller.userId,
        chief.full_name.trim().slice(0, 120) || 'A chief',
      ],
    )
    await recordAct(tx, {
      actorId: caller.userId,
      action: words.body === null ? 'message-text.reset' : 'message-text.save',
      subject: { type: 'message_text', id: null },
      before: { subject: before?.subject ?? null, body: before?.body ?? null },
      after: {
        kind: input.kind,
        part: input.part,
        variant: input.variant,
        language: input.language,
        version,
        subject: words.subject,
        body: words.body,
      },
    })
    return { version }
  },
}
