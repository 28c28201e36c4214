import { UNITS } from '#domain/products/units.ts'
import type { useFormFields } from '#web/forms/form-fields.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'

interface PackFieldsProps {
  field: (name: string) => ReturnType<ReturnType<typeof useFormFields>['field']>
  unit: string | undefined
}

/** Goods that the vendor gets in packs only, which the buyers share. */
export function PackFields({ field, unit = 'unit' }: PackFieldsProps) {
  return (
    <fieldset>
      <legend className="field-label mb-1">
        Packs <span className="font-normal text-soft">(optional)</span>
      </legend>
      <p className="mb-3 max-w-measure text-14 text-soft">
        For goods that you get in whole packs only. Buyers order by the {unit} and may say what they would take at most.
        You bring whole packs; if the last one is not filled, you decide whether to bring a part of it.
      </p>
      <div className="field-row grid gap-x-5 md:grid-cols-2">
        <TextField
          label="Pack"
          {...field('pack_unit')}
          required={false}
          list="pack-units"
          hint="Such as bag or carton"
        />
        <TextField
          label="Units in a pack"
          {...field('pack_size')}
          inputMode="numeric"
          autoComplete="off"
          required={false}
          hint="The target must be whole packs"
        />
      </div>
      <datalist id="pack-units">
        {UNITS.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </fieldset>
  )
}
