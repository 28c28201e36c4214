import { type FormEvent, useState } from 'react'
import { type Measure, unitChoices, unitWeightText } from '#domain/products/measures.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { TextField } from '#web/ui/controls/text-field.tsx'

interface FieldValues {
  name: string
  defaultValue: string | number
  error: TranslatableText | undefined
}

interface UnitFieldsProps {
  unit: FieldValues
  weight: FieldValues
  /** The weight of a unit depends on them. */
  food: { name: string; category: string }
  measures: readonly Measure[]
}

/** The unit, chosen from the market's measures or typed, and what one of them weighs. */
export function UnitFields({ unit, weight, food, measures }: UnitFieldsProps) {
  const [typed, setTyped] = useState(String(unit.defaultValue))
  const text = unitWeightText({ ...food, unit: typed }, measures)
  return (
    <>
      <TextField
        label="Unit"
        {...unit}
        required
        maxLength={40}
        list="units"
        hint="Bag, basket, paint, mudu ..."
        onInput={(event: FormEvent<HTMLInputElement>) => setTyped(event.currentTarget.value)}
      />
      <TextField
        label="Weight of one unit, in kg"
        {...weight}
        required={false}
        inputMode="decimal"
        autoComplete="off"
        hint={text || 'About. Empty: as the market’s measures say, 50 kg for a bag.'}
      />
      <datalist id="units">
        {unitChoices(measures, food).map(({ unit: choice, weight: kg }) => (
          <option key={choice} value={choice} label={kg && `${choice}, ${kg}`} />
        ))}
      </datalist>
    </>
  )
}
