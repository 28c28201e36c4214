import { useLingui } from '@lingui/react'
import { buttonClass } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { kobo } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { CirclePerson, CircleSheet } from './queries.ts'

/** Leaving, with what goes back. */
export function Leave({ sheet, own }: { sheet: CircleSheet; own: CirclePerson }) {
  const { i18n } = useLingui()
  const balanceKobo = own.balance_kobo ?? 0
  const cancels = sheet.status === 'forming' && own.is_starter
  return (
    <section aria-labelledby="leave">
      <SectionHeading id="leave">{cancels ? i18n.t('Cancel the circle') : i18n.t('Leave the circle')}</SectionHeading>
      <ConfirmForm
        className={buttonClass({ tone: 'plain' })}
        question={cancels ? i18n.t('Cancel this circle?') : i18n.t('Leave this circle?')}
        detail={
          sheet.status === 'forming'
            ? i18n.t('No money has moved.')
            : own.turn === null
              ? i18n.t(
                  '{naira} goes back to where you paid from, in 3 to 5 business days. What is bought for you stays yours. You cannot come back.',
                  { naira: kobo(balanceKobo) },
                )
              : i18n.t(
                  '{naira} goes back to where you paid from, in 3 to 5 business days. {later} that you put in comes back in month {month}, as far as its sums reach. You cannot come back.',
                  { naira: kobo(balanceKobo), later: kobo(own.ahead_kobo ?? 0), month: own.turn },
                )
        }
        confirmLabel={cancels ? i18n.t('Cancel the circle') : i18n.t('Leave')}
        cancelLabel={i18n.t('Stay')}
        fields={{ intent: 'leave', expected_kobo: String(balanceKobo), was: sheet.status }}
      >
        {cancels ? i18n.t('Cancel the circle') : i18n.t('Leave the circle')}
      </ConfirmForm>
    </section>
  )
}
