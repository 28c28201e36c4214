import { REWARD_NOTICE_DAYS } from '#domain/limits.ts'
import { findBounds } from '#domain/settings/setting-bounds.ts'
import { type SettingUnit, settingText, settingTexts } from '#domain/settings/setting-texts.ts'
import { DAY_MS, HOUR_MS } from '#domain/time/calendar.ts'
import { parseLagosTime } from '#domain/time/lagos-time.ts'
import { datedMoment } from '#web/ui/format.ts'

export const noticeText = `Changes of the reward programme need ${REWARD_NOTICE_DAYS} days' notice: they take effect ${REWARD_NOTICE_DAYS} days from now at the earliest. A rate is typed twice and takes effect in an hour at the earliest; then the people it concerns are told by mail. A limit of what one person does alone is loosened in a day at the earliest, so that another chief sees it before. Group buys and orders keep the rates they were made under.`

interface ReadChange {
  value: number | string | null
  effective_from: string
}

/** The validated change in stored form, or the errors by field. */
export function readSettingChange(
  typed: { key: string; value: string; effective_from: string },
  now: Date,
): { ok: true; change: ReadChange } | { ok: false; errors: Record<string, string> } {
  const errors: Record<string, string> = {}
  const unit = settingTexts[typed.key]?.unit
  if (!unit) errors.key = 'Please choose a setting.'
  const value = unit ? readValue(typed.value, unit) : null
  if (value === undefined) errors.value = valueFaults[unit ?? 'day']
  const from = typed.effective_from.trim() === '' ? now : parseLagosTime(typed.effective_from)
  if (!from) errors.effective_from = 'This must be a date and time.'
  else if (from.getTime() < now.getTime() - HOUR_MS / 60) errors.effective_from = 'This must not be in the past.'
  else if (typed.key === 'referral_bps' && from.getTime() < now.getTime() + REWARD_NOTICE_DAYS * DAY_MS) {
    const earliest = new Date(now.getTime() + REWARD_NOTICE_DAYS * DAY_MS + HOUR_MS)
    errors.effective_from = `Changes of the reward programme need ${REWARD_NOTICE_DAYS} days' notice: ${datedMoment(earliest)} at the earliest.`
  }
  const bounds = findBounds(typed.key)
  if (bounds && typeof value === 'number' && (value < bounds.least || value > bounds.most)) {
    const [least, most] = [bounds.least, bounds.most].map((one) => settingText(typed.key, one))
    errors.value =
      typed.key === 'vendor_fee_bps'
        ? 'The vendor keeps at least 95%, so this fee is at most 5%.'
        : `This must be between ${least} and ${most}.`
  }
  if (Object.keys(errors).length > 0 || value === undefined || !from) return { ok: false, errors }
  return { ok: true, change: { value, effective_from: from.toISOString() } }
}

const valueFaults = {
  percent: 'This must be a percentage from 0 to 100, such as 2.5.',
  minutes: 'This must be whole minutes from 0 to 10,000.',
  days: 'This must be whole days from 0 to 10,000.',
  count: 'This must be a whole number from 0 to 10,000; of a percentage, to 100.',
  naira: 'This must be whole naira, at most 1,000,000,000.',
  switch: 'This must be 1 (paused) or 0 (running).',
  option: 'This must be 1 (on) or 0 (off).',
  day: 'This must be a date.',
  text: 'This must have 1 to 120 characters.',
}

function readValue(typed: string, unit: SettingUnit): number | string | undefined {
  const text = typed.trim().replace(/%$/, '')
  if (unit === 'switch' || unit === 'option') return text === '1' || text === '0' ? Number(text) : undefined
  if (unit === 'text') return text.length > 0 && text.length <= 120 ? text : undefined
  if (unit === 'day') return /^\d{4}-\d{2}-\d{2}$/.test(text) && parseLagosTime(text) ? text : undefined
  if (unit === 'naira') {
    const digits = text.replace(/^₦|,/g, '')
    return /^\d{1,10}$/.test(digits) && Number(digits) <= 1_000_000_000 ? Number(digits) : undefined
  }
  if (unit !== 'percent') return /^\d{1,5}$/.test(text) && Number(text) <= 10_000 ? Number(text) : undefined
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text) || Number(text) > 100) return undefined
  return Math.round(Number(text) * 100)
}
