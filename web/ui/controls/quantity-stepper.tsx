import { useLingui } from '@lingui/react'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useRef, useState } from 'react'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { FieldShell } from './field.tsx'

interface QuantityStepperProps {
  label: string
  name?: string
  /** At least 1. */
  min?: number | null
  max?: number | null
  /** `min` or 1 by default. */
  defaultValue?: number
  /** If set, the component is controlled: `onChange` receives every new value. */
  value?: number
  onChange?: (quantity: number) => void
  /** Called when the field loses the focus. */
  onLeave?: () => void
  /** The unit: bag, basket, mudu. */
  unit?: string
  /** The error about the current value. */
  error?: TranslatableText | null
  hideLabel?: boolean
  disabled?: boolean
}

/**
 * A whole number. A plain number field without scripts; with them a button on each side, limited to min and max.
 * Presses before hydration are replayed afterwards (web/rendering/hydrate-on-interaction.js). Typed values are not
 * corrected: the server validates them.
 */
export function QuantityStepper(props: QuantityStepperProps) {
  const { label, name = 'quantity', unit, error, hideLabel = false, disabled = false } = props
  const { i18n } = useLingui()
  const min = props.min ?? 1
  const max = props.max ?? undefined
  const [own, setOwn] = useState(props.defaultValue ?? min)
  const quantity = props.value ?? own

  const change = (wanted: number) => {
    setOwn(wanted)
    props.onChange?.(wanted)
  }
  // The value may have been changed before hydration.
  const field = useRef<HTMLInputElement>(null)
  const initial = useRef(quantity)
  const adopt = useRef(change)
  useEffect(() => {
    const typed = field.current?.valueAsNumber ?? Number.NaN
    if (!Number.isNaN(typed) && typed !== initial.current) adopt.current(typed)
  }, [])
  const step = (by: number) => change(Math.min(max ?? Number.MAX_SAFE_INTEGER, Math.max(min, (quantity || 0) + by)))

  return (
    <FieldShell label={label} hideLabel={hideLabel} error={error}>
      {(ties) => (
        <div className="stepper">
          <StepButton
            label={unit ? i18n.t('One {unit} less', { unit }) : i18n.t('One less')}
            disabled={disabled || quantity <= min}
            onPress={() => step(-1)}
          >
            <Minus aria-hidden size={18} />
          </StepButton>
          <input
            {...ties}
            ref={field}
            type="number"
            inputMode="numeric"
            name={name}
            min={min}
            max={max}
            step={1}
            required
            disabled={disabled}
            value={Number.isNaN(quantity) ? '' : quantity}
            onChange={(event) => change(event.target.valueAsNumber)}
            onBlur={props.onLeave}
            className="stepper-number"
          />
          <StepButton
            label={unit ? i18n.t('One {unit} more', { unit }) : i18n.t('One more')}
            disabled={disabled || quantity >= (max ?? Infinity)}
            onPress={() => step(1)}
          >
            <Plus aria-hidden size={18} />
          </StepButton>
        </div>
      )}
    </FieldShell>
  )
}

interface StepButtonProps {
  label: string
  disabled: boolean
  onPress: () => void
  children: React.ReactNode
}

function StepButton({ label, disabled, onPress, children }: StepButtonProps) {
  return (
    <button type="button" className="stepper-button" aria-label={label} disabled={disabled} onClick={onPress}>
      {children}
    </button>
  )
}
