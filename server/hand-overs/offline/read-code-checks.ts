import { checkFields, isUuid, type Reader } from '#domain/forms/validation.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { type CodeSource, hashToken, tokenOf } from '../codes/codes.ts'

const MAX_HAND_OVERS = 500

/**
 * Hashes of the tokens in the QR codes of hand-overs that the caller may complete now. A device that holds them can
 * recognise a code without a network, and cannot produce one (docs/decisions/0108).
 */
export const readCodeChecks: Command<'read-code-checks'> = {
  name: 'read-code-checks',
  who: 'signed-in',
  returnsSecrets: true,
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['hand_over_ids'],
  check: (raw) => checkFields(raw, { hand_over_ids: handOverIds }),
  async run({ input, caller, tx, context }) {
    const { rows } = await tx.query<CheckRow>(READ, [caller.userId, input.hand_over_ids])
    const checks = rows.map(({ hand_over_id, nominee, ...source }) => ({
      hand_over_id,
      nominee,
      hash: hashToken(tokenOf(context.codes, source)),
    }))
    return { checks }
  },
}

const handOverIds: Reader<string[]> = (raw) =>
  Array.isArray(raw) && raw.length <= MAX_HAND_OVERS && raw.every(isUuid)
    ? { value: raw }
    : { error: `Name at most ${MAX_HAND_OVERS} hand-overs.` }

interface CheckRow extends CodeSource {
  hand_over_id: string
  nominee: string | null
}

const READ = `
  select c.hand_over_id, c.nominee, coalesce(c.derived_from, c.hand_over_id) as derived_from, coalesce(c.derived_version, c.version) as derived_version
  from public.hand_overs h join public.orders o on o.id = h.order_id join codes.codes c on c.hand_over_id = h.id
  where h.id = any ($2::uuid[]) and h.status = 'open' and o.user_id <> $1 and c.used_at is null and c.ended_at is null and rights.may_hand_over($1, h.id)`
