import { refuse } from '#domain/refusal.ts'
import { isRate, rateText } from '#domain/settings.ts'
import { checkFields, moment, optional, type Reader, text } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { recordAct } from '../record-act.ts'
import { tellOfRate } from './tell-of-rate.ts'

/**
 * A chief plans a value of a setting from a day on. The database judges it: notice, bounds, no past. Whoever a rate concerns
 * is told by mail; what is agreed before its day keeps the rates it was made under (design.md 4).
 */
export const planSetting: Command<'plan-setting'> = {
  name: 'plan-setting',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['key', 'value', 'effective_from', 'note'],
  check: (raw) =>
    checkFields(raw, {
      key: text({ label: 'Setting', most: 60 }),
      value: settingValue,
      effective_from: optional(moment({ label: 'Day' })),
      note: text({ label: 'Note', least: 0, most: 300 }),
    }),
  async run({ input, caller, tx, shop }) {
    const { rows: chiefs } = await tx.query<{ is_chief: boolean; now_is: unknown }>(
      `select exists (select from public.profiles where id = $1 and role = 'chief') as is_chief, public.setting($2) as now_is`,
      [caller.userId, input.key],
    )
    if (!chiefs[0]?.is_chief) return refuse('not_allowed')
    const { rows } = await tx.query<{ effective_from: Date }>(
      `insert into public.settings (key, value, effective_from, note) values ($1, $2::jsonb, coalesce($3::timestamptz, clock_timestamp()), $4) returning effective_from`,
      [input.key, JSON.stringify(input.value), input.effective_from, input.note],
    )
    const from = rows[0]?.effective_from ?? new Date(0)
    await recordAct(tx, {
      ...{ actorId: caller.userId, action: 'setting.change', subject: { type: 'setting', id: null } },
      before: { [input.key]: chiefs[0].now_is },
      after: { [input.key]: input.value, effective_from: from.toISOString(), ...(input.note && { note: input.note }) },
    })
    if (isRate(input.key)) {
      await tellOfRate(tx, {
        ...{ key: input.key, from, siteUrl: shop.siteUrl, isWithdrawn: false, note: input.note },
        ...{ was: rateText(Number(chiefs[0].now_is)), becomes: rateText(Number(input.value)) },
      })
    }
    return { key: input.key, effective_from: from.toISOString() }
  },
}

/** What it may be is the database's to say, key by key. */
const settingValue: Reader<number | string | null> = (raw) =>
  raw === null || typeof raw === 'number' || (typeof raw === 'string' && raw.length <= 100)
    ? { value: raw }
    : { error: 'Value must be a number, a text or nothing.' }
