import { moment } from '#domain/forms/times.ts'
import { checkFields, optional, type Reader, text } from '#domain/forms/validation.ts'
import { formatNaira } from '#domain/money.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import {
  findBounds,
  isLoosened,
  isRateTyped,
  LOOSENING_HOURS,
  RATE_SILENT_MINUTES,
  ratePreview,
} from '#domain/settings/setting-bounds.ts'
import { isRate, rateText } from '#domain/settings/settings.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * A chief plans a setting's value from a day on. The database checks notice, bounds and that the day isn't past.
 * Loosening a limit of what one person may do alone takes effect a day later at the earliest. A rate is confirmed by
 * typing it again, after a preview of its effect; the users concerned are notified an hour later
 * (notify-of-planned-rates.ts). Orders made before its day keep their rates (design.md 4).
 */
export const planSetting: Command<'plan-setting'> = {
  name: 'plan-setting',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['key', 'value', 'effective_from', 'note', 'confirm'],
  check: (raw) =>
    checkFields(raw, {
      key: text({ label: 'Setting', max: 60 }),
      value: settingValue,
      effective_from: optional(moment({ label: 'Day' })),
      note: text({ label: 'Note', min: 0, max: 300 }),
      confirm: optional(text({ label: 'New rate', max: 20 })),
    }),
  async run({ input, caller, tx }) {
    // Two presses on one switch follow each other: the second one finds it turned.
    if (isSwitch(input.key))
      await tx.query(`select pg_advisory_xact_lock(hashtextextended('switch ' || $1, 0))`, [input.key])
    const { rows: chiefs } = await tx.query<{ is_chief: boolean; now_is: unknown }>(
      `select exists (select from public.profiles where id = $1 and role = 'chief') as is_chief,
         -- A switch by the clock: the press that had to wait began before the other one's turn.
         case when $3 then to_jsonb(public.is_paused(substr($2, 7))::integer) else public.setting($2) end as now_is`,
      [caller.userId, input.key, isSwitch(input.key)],
    )
    const wasValue = chiefs[0]?.now_is
    if (!chiefs[0]?.is_chief) return refuse('not_allowed')
    const refusal =
      refuseValue(input.key, input.value) ??
      refuseUnexplained(input) ??
      refuseTurned({ ...input, wasValue }) ??
      refuseUnconfirmed({ ...input, wasValue })
    if (refusal) return refusal
    const { rows } = await tx.query<{ effective_from: Date }>(
      `insert into public.settings (key, value, effective_from, note)
       values ($1, $2::jsonb, coalesce($3::timestamptz, clock_timestamp() + make_interval(mins => $5)), $4) returning effective_from`,
      [input.key, JSON.stringify(input.value), input.effective_from, input.note, noticeMinutes(input, wasValue)],
    )
    const from = rows[0]?.effective_from ?? new Date(0)
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'setting.change',
      subject: { type: 'setting', id: null },
      before: { [input.key]: wasValue },
      after: { [input.key]: input.value, effective_from: from.toISOString(), ...(input.note && { note: input.note }) },
    })
    return { key: input.key, effective_from: from.toISOString() }
  },
}

/** When a change without a date takes effect: as soon as the database allows it. */
function noticeMinutes({ key, value }: { key: string; value: SettingValue }, wasValue: unknown): number {
  if (isRate(key)) return RATE_SILENT_MINUTES + 5
  return isLoosened(key, { was: Number(wasValue), becomes: Number(value) }) ? LOOSENING_HOURS * 60 + 5 : 0
}

type SettingValue = number | string | null

function refuseValue(key: string, value: SettingValue): Refusal | null {
  const bounds = findBounds(key)
  if (!bounds || (Number.isInteger(value) && Number(value) >= bounds.least && Number(value) <= bounds.most)) return null
  const [least, most] = [bounds.least, bounds.most].map((one) => boundText(key, one))
  const vendors = key === 'vendor_fee_bps' ? 'The vendor keeps at least 95%, so this fee is at most 5%. ' : ''
  const message = `${vendors}This setting is between ${least} and ${most}.`
  return refuse('invalid_input', { message, errors: { value: message } })
}

/** A switch stops something for everybody, so its reason is recorded. */
function refuseUnexplained({ key, note }: { key: string; note: string }): Refusal | null {
  if (!isSwitch(key) || note.trim().length >= 3) return null
  const message = 'Write why: the reason is recorded with the switch.'
  return refuse('invalid_input', { message, errors: { note: message } })
}

const isSwitch = (key: string): boolean => key.startsWith('pause_')

/** The history of a switch has one row for each turn. */
function refuseTurned(change: { key: string; value: SettingValue; effective_from: string | null; wasValue: unknown }) {
  const { key, value, effective_from: from, wasValue } = change
  if (!isSwitch(key) || from !== null || value !== wasValue) return null
  const message = value === 1 ? 'It is paused already.' : 'It is running already.'
  return refuse('invalid_input', { message, errors: { value: message } })
}

function boundText(key: string, value: number): string {
  if (key.endsWith('_bps')) return rateText(value)
  return key.endsWith('_naira') ? formatNaira(BigInt(value) * 100n) : String(value)
}

interface RateConfirmation {
  key: string
  value: SettingValue
  confirm: string | null
  wasValue: unknown
}

/** Refuses a rate that was not typed again, with a preview of its effect. */
function refuseUnconfirmed({ key, value, confirm, wasValue }: RateConfirmation): Refusal | null {
  if (!isRate(key) || isRateTyped(confirm, Number(value))) return null
  const preview = ratePreview(key, { was: Number(wasValue), becomes: Number(value) })
  const again = `Type ${rateText(Number(value))} to confirm it.`
  return refuse('rate_to_confirm', {
    message: `${preview} ${again}`,
    details: { preview, rate: rateText(Number(value)) },
    ...(confirm !== null && { errors: { confirm: again } }),
  })
}

/** Checks only the type: the database checks the value of each key. */
const settingValue: Reader<SettingValue> = (raw) =>
  raw === null || typeof raw === 'number' || (typeof raw === 'string' && raw.length <= 100)
    ? { value: raw }
    : { error: 'Value must be a number, a text or nothing.' }
