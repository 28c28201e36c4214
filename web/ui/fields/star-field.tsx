import { useLingui } from '@lingui/react'
import Star from 'lucide-react/icons/star'
import { counted } from '#web/languages/counted.ts'

interface StarFieldProps {
  legend: string
  name: string
  /** The number of stars chosen before: '1' to '5'. */
  chosen: string
}

/**
 * One to five stars to tap: radio buttons, so that arrow keys move the choice and a screen reader says it. CSS fills the
 * stars up to the chosen one.
 */
export function StarField({ legend, name, chosen }: StarFieldProps) {
  const { i18n } = useLingui()
  return (
    <fieldset>
      <legend className="field-label mb-1">{legend}</legend>
      <div className="flex w-fit">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            className="relative grid size-11 cursor-pointer place-items-center rounded-field has-checked:*:fill-oil has-focus-visible:outline-3 has-focus-visible:outline-adire [&:has(~label>:checked)>svg]:fill-oil"
          >
            <input
              type="radio"
              name={name}
              value={stars}
              required
              defaultChecked={chosen === String(stars)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <Star aria-hidden size={32} strokeWidth={1.5} className="fill-card" />
            <span className="sr-only">
              {counted(i18n, stars, { one: /*i18n*/ '{count} star', many: /*i18n*/ '{count} stars' })}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
