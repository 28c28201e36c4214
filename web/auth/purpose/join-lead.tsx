import { useLingui } from '@lingui/react'
import { kobo } from '#web/ui/format.ts'
import type { AuthView } from '../links/auth-links.ts'
import type { JoinPurpose } from './join-fields.tsx'

/** Says which buy the person signs in to join, what it can cost, and what follows. */
export function JoinLead({ product, mostKobo, view }: Omit<JoinPurpose, 'key'> & { view: AuthView }) {
  const { i18n } = useLingui()
  const values = { product, price: kobo(mostKobo) }
  return (
    <>
      <strong>
        {view === 'sign-up'
          ? i18n.t('Create your account to join: {product}, {price} at most.', values)
          : i18n.t('Sign in to join: {product}, {price} at most.', values)}
      </strong>{' '}
      {view === 'sign-up'
        ? i18n.t('Confirm with the code that we send you, and you have joined. You pay next.')
        : i18n.t('You join with the same press, and pay next.')}
    </>
  )
}
