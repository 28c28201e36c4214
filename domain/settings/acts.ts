import { type ActDescribers, textOf } from '#domain/acts/act.ts'
import { formatMoment } from '#domain/time/date-text.ts'
import { settingLabel, settingText } from './setting-texts.ts'

export const settingActs = {
  'setting.change': ({ before, after }) => {
    const key = Object.keys(after).find((name) => name !== 'effective_from' && name !== 'note') ?? ''
    const from = textOf(after.effective_from)
    const values = `from ${settingText(key, before[key])} to ${settingText(key, after[key])}`
    return [
      ' changed ',
      { name: settingLabel(key) },
      ` ${values}${from ? `, in force from ${formatMoment(new Date(from))} on` : ''}.`,
    ]
  },
  'setting.withdraw': ({ before }) => {
    const key = Object.keys(before).find((name) => name !== 'effective_from') ?? ''
    const value = settingText(key, before[key])
    return [' withdrew a planned change of ', { name: settingLabel(key) }, ` to ${value}, before it took effect.`]
  },
} satisfies ActDescribers
