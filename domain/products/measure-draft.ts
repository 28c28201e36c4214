// Input for a measure, edited by the chief (`public.measures` enforces the same limits).
import { type Checked, checkAlso, checkFields, flag, isBlank, type Reader, text } from '#domain/forms/validation.ts'
import { isCategory } from './categories.ts'
import type { Measure } from './measures.ts'

export function checkMeasure(input: Readonly<Record<string, unknown>>): Checked<Measure> {
  const checked = checkFields<Measure>(input, {
    unit: lowered(text({ label: 'Unit', max: 40 })),
    food: lowered(text({ label: 'Food', min: 0, max: 30 })),
    kg_per_unit: kilograms({ label: 'Weight' }),
    least_kg: kilograms({ label: 'Least weight' }),
    most_kg: kilograms({ label: 'Most weight' }),
    is_equivalent: flag(),
  })
  return checkAlso(checked, ({ food, kg_per_unit, least_kg, most_kg }) => ({
    ...(!/^[a-z]*$/.test(food) && !isCategory(food) && { food: 'Food is one word, such as rice, or nothing.' }),
    ...((kg_per_unit < least_kg || kg_per_unit > most_kg) && {
      kg_per_unit: 'The weight lies between the least and the most that vendors may state.',
    }),
  }))
}

const lowered =
  (reader: Reader<string>): Reader<string> =>
  (raw) => {
    const read = reader(raw)
    return 'value' in read ? { value: read.value.toLowerCase() } : read
  }

/** Reads kilograms with up to three decimals, at most five tonnes. */
export function kilograms(rule: { label: string }): Reader<number> {
  return (raw) => {
    if (isBlank(raw)) return { error: `${rule.label} is required.` }
    const typed = String(raw).trim()
    const value = Number(typed)
    const fits = /^\d{1,4}([.]\d{1,3})?$/.test(typed) && value > 0 && value <= 5000
    return fits ? { value } : { error: `${rule.label} must be a weight in kilograms, such as 0.9 or 50.` }
  }
}
