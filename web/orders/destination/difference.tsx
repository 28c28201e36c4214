import { Trans, useLingui } from '@lingui/react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { ORDER_NOT_FOUND } from '#domain/texts/screens.ts'
import { apiContext, i18nContext, viewerContext } from '#web/context.ts'
import { keepInputOffline, readForm, reject } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { fillInPeps, readAmountToPay, redirectToPayment, rejectPayment } from '#web/forms/pay-with-peps.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { PayButton, PepsField, usePeps } from '#web/ui/fields/pay-with-peps.tsx'
import { kobo } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/difference.ts'
import { fulfilmentOptions } from './fulfilment-options.ts'
import { readFulfilmentChoices } from './fulfilment-queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const choices = await readFulfilmentChoices(
    context.get(apiContext),
    params.id,
    context.get(viewerContext).userId ?? '',
  )
  if (!choices) throw data(ORDER_NOT_FOUND, { status: 404 })
  const { options, problem } = fulfilmentOptions(context.get(i18nContext), { choices, now: new Date() })
  const door = options.find(({ kind, id }) => kind === 'delivery' && id === params.address)
  // Already paid, or no longer more expensive: there is nothing to pay.
  if (!problem && (!door || door.problem || door.moreKobo === 0)) throw redirect(`/account/orders/${params.id}/where`)
  const { order, spendableKobo } = choices
  return {
    door,
    problem,
    spendableKobo,
    key: crypto.randomUUID(),
    order: { no: order.order_no, feeKobo: order.delivery_fee_kobo, hasRefund: order.refunds.length > 0 },
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const filledIn = fillInPeps(form)
  if (filledIn) return filledIn
  const amount = readAmountToPay(form, 'more_kobo')
  if ('fault' in amount) return reject(form, amount.fault)
  const difference = {
    order_id: params.id,
    address_id: params.address,
    peps_kobo: amount.pepsKobo,
    expected_kobo: amount.totalKobo,
  }
  const paid = await context.get(apiContext).command('pay-difference', difference, form.key)
  return paid.ok ? redirectToPayment(paid.value) : rejectPayment(form, paid)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** Payment of the difference for a more expensive delivery option. */
export default function Difference({ loaderData, actionData, params }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { door, problem, order, spendableKobo, key } = loaderData
  const busy = useNavigation().formMethod === 'POST'
  const paying = usePeps({ totalKobo: door?.moreKobo ?? 0, typed: actionData?.values.peps ?? '' })
  const back = `/account/orders/${params.id}/where`
  return (
    <>
      <PageHeading
        lead={i18n.t('Order {number} is already paid, so you pay only the difference.', { number: order.no })}
      >
        {i18n.t('Pay the difference')}
      </PageHeading>
      {problem ? (
        <Notice tone="info" className="mb-5 max-w-measure">
          {problem}
        </Notice>
      ) : (
        <OutcomeNotice outcome={actionData} />
      )}
      {door && !problem && (
        <Form method="post" className="grid max-w-measure gap-6">
          <input type="hidden" name="key" value={key} />
          <input type="hidden" name="more_kobo" value={door.moreKobo} />
          <p className="min-w-0 break-words">
            <Trans
              id="Your order goes to <place/>: <address/>"
              components={{ place: <strong>{door.name}</strong>, address: <span>{door.text}</span> }}
            />
          </p>
          {door.when && <p>{door.when}</p>}
          <DataList
            facts={[
              { label: i18n.t('Delivery to this address'), value: kobo(order.feeKobo + door.moreKobo) },
              { label: i18n.t('Already paid for delivery'), value: kobo(order.feeKobo) },
              { label: i18n.t('Difference'), value: kobo(door.moreKobo), total: true },
            ]}
          />
          {spendableKobo > 0 && !order.hasRefund && (
            <PepsField {...paying} spendableKobo={spendableKobo} error={actionData?.errors.peps} />
          )}
          <p className="text-14 text-soft">
            {i18n.t(
              'Once you pay the difference, your order goes to this address. Until then it goes where you chose before. If you do not pay within 30 minutes, nothing changes.',
            )}
          </p>
          <div className="flex flex-wrap gap-3">
            <PayButton {...paying} busy={busy} />
            <LinkButton to={back} tone="plain">
              {i18n.t('Back')}
            </LinkButton>
          </div>
        </Form>
      )}
      {problem && (
        <LinkButton to={`/account/orders/${params.id}`} tone="plain">
          {i18n.t('Back to the order')}
        </LinkButton>
      )}
    </>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(
    i18n.t('Pay the difference'),
    i18n.t('Your new choice costs more than what you paid. Pay the difference here.'),
  )
}
