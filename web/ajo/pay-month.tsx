import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import { PAYABLE_DAYS_BEFORE } from '#domain/ajo/circle.ts'
import { paymentWays, wayLabels } from '#domain/payments/ways.ts'
import { addDays } from '#domain/time/calendar.ts'
import { Button } from '#web/ui/button.tsx'
import { RadioChoice } from '#web/ui/fields/radio-choice.tsx'
import { day, kobo, moment } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { CircleMonth, Contribution } from './queries.ts'

interface PayMonthProps {
  open: CircleMonth
  /** The viewer's own of this month; undefined: it is paid. */
  contribution: Contribution | undefined
  /** The month of the viewer's turn; null in a basket. */
  turn: number | null
  sendKey: string
}

/** The month that is open: when it is due, and the payment, on the same pages of the gateway as that of an order. */
export function PayMonth({ open, contribution, turn, sendKey }: PayMonthProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'pay'
  return (
    <section aria-labelledby="month" className="grid gap-4">
      <SectionHeading id="month">{i18n.t('Month {month}', { month: open.month })}</SectionHeading>
      {contribution ? (
        <>
          <p>
            {i18n.t(turn !== null && turn < open.month ? UNPAID_AFTER_TURN : UNPAID, {
              naira: kobo(contribution.amount_kobo),
              day: day(open.due_on),
              moment: moment(open.closes_at),
            })}
          </p>
          <p className="text-14 text-soft">
            {i18n.t('You can pay from {day}.', { day: day(addDays(open.due_on, -PAYABLE_DAYS_BEFORE)) })}
          </p>
          <Form method="post" className="grid gap-4">
            <input type="hidden" name="key" value={sendKey} />
            <input type="hidden" name="contribution_id" value={contribution.id} />
            <input type="hidden" name="expected_kobo" value={contribution.amount_kobo} />
            <RadioChoice
              legend={i18n.t('How will you pay?')}
              name="way"
              options={paymentWays.map((way) => ({ value: way, label: i18n.t(wayLabels[way]) }))}
              chosen={paymentWays[0]}
            />
            <Button
              name="intent"
              value="pay"
              className="justify-self-start"
              busy={busy}
              busyLabel={i18n.t('One moment')}
            >
              {i18n.t('Pay {naira}', { naira: kobo(contribution.amount_kobo) })}
            </Button>
          </Form>
        </>
      ) : (
        <p>{i18n.t('You have paid. The circle buys on {moment}.', { moment: moment(open.closes_at) })}</p>
      )}
    </section>
  )
}

const UNPAID = /*i18n*/ 'Your {naira} is due on {day}. If it is not paid by {moment}, you leave the circle.'
const UNPAID_AFTER_TURN =
  /*i18n*/ 'Your {naira} is due on {day}. If it is not paid by {moment}, it is taken from what is left of your turn; if that is too little, you are out and still owe it.'
