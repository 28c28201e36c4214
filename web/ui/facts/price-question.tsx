import { useLingui } from '@lingui/react'
import type { PriceQuestionRow } from '#api/price-questions.ts'
import { nairaToKobo } from '#domain/money.ts'
import { costOfStaying } from '#domain/price-rises/answering.ts'
import { priceQuestionPath } from '#domain/texts/paths.ts'
import { Button, buttonClass, LinkButton } from '../button.tsx'
import { DataList } from '../data-list.tsx'
import { ConfirmForm } from '../fields/confirm-form.tsx'
import { kobo, moment, naira, timeLeft } from '../format.ts'
import { Notice } from '../notice.tsx'

interface PriceQuestionProps {
  question: PriceQuestionRow
  now: string
  /** Made by the server, so that a repeated press answers once. */
  sendKey: string
}

/** Kobo by which staying costs this order more, fee included. */
export const moreToStayKobo = (question: PriceQuestionRow): number =>
  Number(
    costOfStaying({
      quantity: question.quantity,
      buyerBasisPoints: question.buyer_fee_bps,
      ceilingKobo: nairaToKobo(question.ceiling_unit_price),
      raisedCeilingKobo: nairaToKobo(question.ceiling_price),
    }).moreKobo,
  )

/**
 * The question whether the buyer of an order stays at a higher price, with its two answers as plain forms of the page
 * that asks it.
 */
export function PriceQuestion({ question, now, sendKey }: PriceQuestionProps) {
  const { i18n } = useLingui()
  if (question.rise_status !== 'open') return null
  const page = priceQuestionPath(question.order_id)
  if (question.answer === 'stay')
    return (
      <Notice tone="info" title={i18n.t('You stay at the new price')} className="mb-6 max-w-measure print:hidden">
        <p>
          {i18n.t('The others answer until {moment}. You may still leave until then, with everything back.', {
            moment: moment(question.ends_at),
          })}
        </p>
        <LinkButton to={page} tone="plain" className="mt-3">
          {i18n.t('See the question')}
        </LinkButton>
      </Notice>
    )
  if (question.answer !== null) return null
  return (
    <Notice
      tone="warning"
      title={i18n.t('The shop asks for a higher price')}
      className="mb-6 max-w-measure print:hidden"
    >
      <PriceFacts question={question} now={now} />
      <div className="mt-4 flex flex-wrap gap-3">
        <StayForm question={question} sendKey={sendKey} />
        <LeaveForm question={question} />
      </div>
      <LinkButton to={page} tone="quiet" className="-ml-4 mt-1">
        {i18n.t('More about it')}
      </LinkButton>
    </Notice>
  )
}

/** Reason, prices, difference and time left. */
export function PriceFacts({ question, now }: Pick<PriceQuestionProps, 'question' | 'now'>) {
  const { i18n } = useLingui()
  const { reason, ceiling_unit_price, ceiling_price, ends_at } = question
  return (
    <>
      <p className="mb-3 max-w-measure break-words whitespace-pre-line">
        {i18n.t('{shop} writes: {reason}', { shop: question.shop_name, reason })}
      </p>
      <DataList
        facts={[
          { label: i18n.t('You pay at most now, each'), value: naira(ceiling_unit_price) },
          { label: i18n.t('At the new price at most, each'), value: naira(ceiling_price) },
          {
            label: i18n.t('More for your order at most, fee included'),
            value: kobo(moreToStayKobo(question)),
            total: true,
          },
          { label: i18n.t('Answer by'), value: `${moment(ends_at)} (${timeLeft(i18n, ends_at, now).toLowerCase()})` },
        ]}
      />
      <p className="mt-3 max-w-measure">
        {question.order_status === 'paid'
          ? i18n.t('If you leave or do not answer, everything you paid comes back to you, fee included.')
          : i18n.t('If you leave or do not answer, your order is cancelled and you owe nothing.')}
      </p>
    </>
  )
}

/** Agrees at once; a paid order goes on to the payment of the difference. */
function StayForm({ question, sendKey }: Pick<PriceQuestionProps, 'question' | 'sendKey'>) {
  const { i18n } = useLingui()
  const more = moreToStayKobo(question)
  return (
    <form method="post" action={priceQuestionPath(question.order_id)}>
      <input type="hidden" name="intent" value="stay" />
      <input type="hidden" name="key" value={sendKey} />
      <input type="hidden" name="price_rise_id" value={question.price_rise_id} />
      <input type="hidden" name="more_kobo" value={more} />
      <input type="hidden" name="shown_kobo" value={more} />
      <Button>
        {question.order_status === 'paid'
          ? i18n.t('Stay, and pay {amount}', { amount: kobo(more) })
          : i18n.t('Stay for {amount} more', { amount: kobo(more) })}
      </Button>
    </form>
  )
}

export function LeaveForm({ question }: Pick<PriceQuestionProps, 'question'>) {
  const { i18n } = useLingui()
  return (
    <ConfirmForm
      className={buttonClass({ tone: 'plain' })}
      question={i18n.t('Leave this group buy?')}
      detail={
        question.order_status === 'paid'
          ? i18n.t('Everything you paid comes back to you: PEPS at once, naira in 3 to 5 business days.')
          : i18n.t('Others can take your place. You have not paid, so you owe nothing.')
      }
      confirmLabel={i18n.t('Leave')}
      cancelLabel={i18n.t('Stay in')}
      fields={{ intent: 'leave' }}
      action={priceQuestionPath(question.order_id)}
    >
      {i18n.t('Leave, with everything back')}
    </ConfirmForm>
  )
}
