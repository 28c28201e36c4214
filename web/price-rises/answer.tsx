import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { data, Form, Link, useNavigation } from 'react-router'
import { listPriceQuestions, type PriceQuestionRow } from '#api/price-questions.ts'
import { orderRefusals } from '#domain/orders/refusals.ts'
import { priceRiseRefusals } from '#domain/price-rises/refusals.ts'
import { ORDER_NOT_FOUND } from '#domain/texts/screens.ts'
import { apiContext } from '#web/context.ts'
import { commandResult, keepInputOffline, readForm, reject } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { fillInPeps, readAmountToPay, redirectToPayment, rejectPayment } from '#web/forms/pay-with-peps.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { isId } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { LeaveForm, moreToStayKobo, PriceFacts } from '#web/ui/facts/price-question.tsx'
import { PayButton, PepsField, usePeps } from '#web/ui/fields/pay-with-peps.tsx'
import { kobo, moment, naira } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/answer.ts'
import { readSpendablePeps } from './queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [question] = isId(params.id) ? await listPriceQuestions(api, { orderId: params.id }) : []
  if (!question) throw data(ORDER_NOT_FOUND, { status: 404 })
  return {
    question,
    spendableKobo: question.order_status === 'paid' ? await readSpendablePeps(api) : 0,
    key: crypto.randomUUID(),
    now: new Date().toISOString(),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const filledIn = fillInPeps(form)
  if (filledIn) return filledIn
  if (form.field('intent') === 'leave') {
    const left = await api.command('leave-group-buy', { order_id: params.id, most_charge_kobo: 0 })
    return commandResult(form, left, ({ order }) =>
      order.status === 'cancelled'
        ? /*i18n*/ 'You left this group buy. You had not paid, so you owe nothing.'
        : /*i18n*/ 'You left this group buy. Your money is on its way back to you.',
    )
  }
  const amount = readAmountToPay(form, 'more_kobo')
  if ('fault' in amount) return reject(form, amount.fault)
  const yes = {
    order_id: params.id,
    price_rise_id: form.field('price_rise_id'),
    peps_kobo: amount.pepsKobo,
    expected_kobo: amount.totalKobo,
  }
  const done = await api.command('accept-higher-price', yes, form.key)
  if (!done.ok) return rejectPayment(form, done)
  if (done.value.payment) return redirectToPayment(done.value.payment)
  return commandResult(form, done, /*i18n*/ 'You stay at the new price. Pay for your order as usual.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** The question whether the buyer of an order stays at the higher price that its shop asks for. */
export default function AnswerPrice({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { question, spendableKobo, key, now } = loaderData
  const isOpen = question.rise_status === 'open' && question.ends_at > now
  return (
    <>
      <PageHeading
        lead={
          <>
            <Link to={`/group-buys/${question.group_buy_id}`} className="text-link">
              {question.product_name}
            </Link>
            , {i18n.t('Order {number}', { number: question.order_no })}
          </>
        }
      >
        {i18n.t('Do you stay at the new price?')}
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
      {isOpen && question.answer === null ? (
        <div className="grid max-w-measure gap-6">
          <div>
            <PriceFacts question={question} now={now} />
          </div>
          {question.is_being_paid && question.order_status === 'pending' ? (
            <Notice tone="info">{i18n.t(orderRefusals.conflict.being_paid)}</Notice>
          ) : (
            <StayForm
              question={question}
              spendableKobo={spendableKobo}
              sendKey={key}
              typed={actionData?.values.peps ?? ''}
              error={actionData?.errors.peps}
            />
          )}
          <div>
            <LeaveForm question={question} />
          </div>
        </div>
      ) : (
        <div className="grid max-w-measure gap-4">
          <p>{outcomeText(i18n, question)}</p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to={`/account/orders/${question.order_id}`}>{i18n.t('Back to the order')}</LinkButton>
            {isOpen && question.answer === 'stay' && <LeaveForm question={question} />}
          </div>
        </div>
      )}
    </>
  )
}

interface StayProps {
  question: PriceQuestionRow
  spendableKobo: number
  sendKey: string
  typed: string
  error: Parameters<typeof PepsField>[0]['error']
}

function StayForm({ question, spendableKobo, sendKey, typed, error }: StayProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'stay'
  const more = moreToStayKobo(question)
  const paying = usePeps({ totalKobo: more, typed })
  const isPaid = question.order_status === 'paid'
  return (
    <Form method="post" className="grid gap-4">
      <input type="hidden" name="intent" value="stay" />
      <input type="hidden" name="key" value={sendKey} />
      <input type="hidden" name="price_rise_id" value={question.price_rise_id} />
      <input type="hidden" name="more_kobo" value={more} />
      <h2 className="text-22">{i18n.t('Stay')}</h2>
      <p>
        {isPaid
          ? i18n.t(
              'Your answer counts once the difference is paid. If the final price is lower, or the shop withdraws, what you paid too much comes back to you.',
            )
          : i18n.t(
              'Your order costs more from now on. Pay it as usual; if the final price is lower, the rest comes back.',
            )}
      </p>
      {isPaid && spendableKobo > 0 && !question.has_refund && (
        <PepsField {...paying} spendableKobo={spendableKobo} error={error} />
      )}
      <div>
        {isPaid ? (
          <PayButton {...paying} busy={busy} />
        ) : (
          <>
            <input type="hidden" name="shown_kobo" value={more} />
            <Button busy={busy} busyLabel={i18n.t('Saving')}>
              {i18n.t('Stay for {amount} more', { amount: kobo(more) })}
            </Button>
          </>
        )}
      </div>
    </Form>
  )
}

function outcomeText(i18n: I18n, question: PriceQuestionRow): string {
  const { rise_status: status, answer, ends_at } = question
  if (answer === 'leave') return i18n.t('You left this group buy, with everything back.')
  if (status === 'withdrawn') return i18n.t('The shop no longer asks for more. The old price applies.')
  if (answer === 'stay') {
    return status === 'open'
      ? i18n.t('You stay at the new price. The others answer until {moment}.', { moment: moment(ends_at) })
      : i18n.t('The new price applies: you pay at most {price} each.', { price: naira(question.ceiling_unit_price) })
  }
  return i18n.t(priceRiseRefusals.conflict.price_vote_over)
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(
    i18n.t('Do you stay at the new price?'),
    i18n.t('The shop asks for a higher price. Stay, or leave with everything back.'),
  )
}

export const ErrorBoundary = notFoundBoundary({
  title: ORDER_NOT_FOUND,
  lead: /*i18n*/ 'It may belong to another account, or the address is mistyped.',
  back: /*i18n*/ 'Your orders',
  to: '/account/orders',
})
