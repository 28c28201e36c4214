import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { leftToPayKobo } from '#domain/payments/left-to-pay.ts'
import { Button } from './button.tsx'
import { kobo } from './format.ts'
import { TextField } from './text-field.tsx'

interface Paying {
  totalKobo: number
  /** What was typed before, where it could not be paid. */
  typed: string
}

/** What is typed, and what the button then charges. Without scripts the button keeps its amount, and the form asks again (`isAsShown`). */
export function usePeps({ totalKobo, typed }: Paying) {
  const [peps, setPeps] = useState(typed)
  // A refused form comes back with what was typed in it.
  const [before, setBefore] = useState(typed)
  if (typed !== before) {
    setBefore(typed)
    setPeps(typed)
  }
  return { peps, setPeps, leftKobo: leftToPayKobo(totalKobo, peps) ?? totalKobo, totalKobo }
}

type Peps = ReturnType<typeof usePeps>

export function PepsField({ peps, setPeps, spendableKobo }: Peps & { spendableKobo: number }) {
  const { i18n } = useLingui()
  return (
    <TextField
      label={i18n.t('Use PEPS (you can spend {amount})', { amount: kobo(spendableKobo) })}
      name="peps"
      prefix="₦"
      inputMode="decimal"
      value={peps}
      onChange={(event) => setPeps(event.currentTarget.value)}
      hint={i18n.t('1 PEP is ₦1. If money comes back to you, what you paid in PEPS comes back first, as PEPS.')}
    />
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
