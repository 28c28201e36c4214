import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { koboToNairaNumber } from '#domain/money.ts'
import { leftToPayKobo } from '#domain/payments/settling/left-to-pay.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { Button } from '../button.tsx'
import { TextField } from '../controls/text-field.tsx'
import { kobo } from '../format.ts'
import { useHydrated } from '../hydrated.ts'

interface PepsPaymentInput {
  totalKobo: number
  /** The input of a rejected attempt. */
  typed: string
}

/**
 * The PEPS entered and the amount that the button then charges. Without scripts the button's amount is fixed, and the
 * form asks for confirmation (`isAmountAsShown`).
 */
export function usePeps({ totalKobo, typed }: PepsPaymentInput) {
  const [peps, setPeps] = useState(typed)
  // A rejected form is shown again with its input.
  const [before, setBefore] = useState(typed)
  if (typed !== before) {
    setBefore(typed)
    setPeps(typed)
  }
  return { peps, setPeps, leftKobo: leftToPayKobo(totalKobo, peps) ?? totalKobo, totalKobo }
}

type Peps = ReturnType<typeof usePeps>

/** The `intent` of the button that fills in all PEPS. */
export const ALL_PEPS = 'all-peps'

interface PepsFieldProps extends Peps {
  spendableKobo: number
  error?: TranslatableText | undefined
}

export function PepsField({ peps, setPeps, totalKobo, spendableKobo, error }: PepsFieldProps) {
  const { i18n } = useLingui()
  const hydrated = useHydrated()
  const all = String(koboToNairaNumber(Math.min(spendableKobo, totalKobo)))
  return (
    <div className="grid justify-items-start gap-2">
      <TextField
        label={i18n.t('Use PEPS (you can spend {amount})', { amount: kobo(spendableKobo) })}
        name="peps"
        prefix="₦"
        inputMode="decimal"
        value={peps}
        onChange={(event) => setPeps(event.currentTarget.value)}
        hint={i18n.t('1 PEP is ₦1. If money comes back to you, what you paid in PEPS comes back first, as PEPS.')}
        error={error}
        className="w-full"
      />
      <input type="hidden" name="all_peps" value={all} />
      <Button
        // With scripts it must not be the form's first submit button, which the Enter key presses.
        type={hydrated ? 'button' : 'submit'}
        name="intent"
        value={ALL_PEPS}
        tone="plain"
        size="small"
        onClick={() => setPeps(all)}
      >
        {i18n.t('Use all my PEPS')}
      </Button>
    </div>
  )
}

export function PayButton({ leftKobo, totalKobo, busy }: Peps & { busy: boolean }) {
  const { i18n } = useLingui()
  return (
    <>
      <input type="hidden" name="shown_kobo" value={leftKobo} />
      <Button busy={busy} busyLabel={i18n.t('Opening the payment page')}>
        {leftKobo === 0
          ? i18n.t('Pay {amount} in PEPS', { amount: kobo(totalKobo) })
          : i18n.t('Pay {amount}', { amount: kobo(leftKobo) })}
      </Button>
    </>
  )
}
