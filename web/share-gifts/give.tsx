import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { data, Form, useNavigation } from 'react-router'
import { countUnits } from '#domain/products/units.ts'
import { givingFault } from '#domain/share-gifts/giving.ts'
import { orderPath, sharePath } from '#domain/texts/paths.ts'
import { ORDER_NOT_FOUND } from '#domain/texts/screens.ts'
import { apiContext, siteContext, viewerContext } from '#web/context.ts'
import { commandResult, type FormResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { useLiveRows } from '#web/lists/live-rows.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, buttonClass, LinkButton } from '#web/ui/button.tsx'
import { ShareLinks } from '#web/ui/cards/share-links.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { moment } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/give.ts'
import { readShareToGive, type ShareToGive } from './queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const userId = context.get(viewerContext).userId ?? ''
  const share = await readShareToGive(context.get(apiContext), { orderId: params.id, userId })
  if (!share) throw data(ORDER_NOT_FOUND, { status: 404 })
  const { origin } = context.get(siteContext)
  return { share, origin, key: crypto.randomUUID(), now: new Date().toISOString() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  if (form.field('intent') === 'withdraw') {
    const done = await api.command('withdraw-share', { gift_id: form.field('gift_id') })
    return commandResult(form, done, /*i18n*/ 'Withdrawn. The share is yours alone again.')
  }
  const gift = { order_id: params.id, to: form.field('to'), note: form.field('note') }
  const done = await api.command('give-share', gift, form.key)
  return commandResult(form, done, /*i18n*/ 'Offered. We tell you what becomes of it.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A buyer gives their share to a named person or the waiting list, and sees what becomes of it. */
export default function Give({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { share, origin, key, now } = loaderData
  const { order, gift } = share
  const { group_buy: buy } = order
  useLiveRows([{ table: 'orders', filter: `id=eq.${order.id}` }])
  const fault = gift?.is_open ? null : givingFault(givenShare(share, now), new Date(now))
  return (
    <>
      <PageHeading
        lead={i18n.t('Order {number}: {units} of {product}', {
          number: order.order_no,
          units: countUnits(order.quantity, buy.unit),
          product: buy.product_name,
        })}
      >
        {i18n.t('Give your share to somebody')}
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
      <div className="grid max-w-measure gap-8">
        {gift?.is_open ? (
          <OpenGift gift={gift} url={`${origin}${sharePath(gift.id)}`} product={buy.product_name} />
        ) : fault ? (
          <Notice tone="info">{translate(i18n, fault.message)}</Notice>
        ) : (
          <>
            <p>
              {i18n.t(
                'It costs you nothing. The other person pays for the share; once they have, all you paid comes back to you, fee included. Until then it stays yours.',
              )}
            </p>
            <GiveForm sendKey={key} result={actionData} />
            {Number(buy.waiting_people) > 0 && <GiveToList />}
          </>
        )}
        <div>
          <LinkButton to={orderPath(order.id)} tone="plain">
            {i18n.t('Back to your order')}
          </LinkButton>
        </div>
      </div>
    </>
  )
}

function givenShare({ order }: ShareToGive, now: string) {
  const isBeingPaid = order.paying.some(
    ({ payment }) => ['initiated', 'pending'].includes(payment.status) && payment.expires_at > now,
  )
  return {
    status: order.status,
    waitsToTakeOver: order.status === 'pending' && !order.is_live,
    isBeingPaid,
    buyStatus: order.group_buy.status,
    paymentDueAt: new Date(order.group_buy.payment_due_at ?? 0),
  }
}

interface GiveFormProps {
  sendKey: string
  result: FormResult | undefined
}

function GiveForm({ sendKey, result }: GiveFormProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('to') !== undefined
  return (
    <Form method="post" className="grid gap-4">
      <input type="hidden" name="key" value={sendKey} />
      <TextField
        label={i18n.t('E-mail or phone of the person')}
        hint={i18n.t('They sign in with it to accept. They may have no account yet.')}
        name="to"
        required
        maxLength={255}
        autoComplete="off"
        defaultValue={result?.values.to ?? ''}
        error={result?.errors.to}
      />
      <TextArea
        label={i18n.t('A word to them')}
        name="note"
        rows={2}
        required={false}
        maxLength={200}
        defaultValue={result?.values.note ?? ''}
        error={result?.errors.note}
      />
      <div>
        <Button busy={busy} busyLabel={i18n.t('Sending')}>
          {i18n.t('Offer it')}
        </Button>
      </div>
    </Form>
  )
}

function GiveToList() {
  const { i18n } = useLingui()
  return (
    <section aria-labelledby="list">
      <SectionHeading id="list">{i18n.t('Or to the waiting list')}</SectionHeading>
      <Form method="post" className="grid justify-items-start gap-3">
        <input type="hidden" name="to" value="waiting-list" />
        <p>{i18n.t('People who wait for this group buy have half an hour each to accept it, in turn.')}</p>
        <Button tone="plain">{i18n.t('Offer it to the waiting list')}</Button>
      </Form>
    </section>
  )
}

type Gift = NonNullable<ShareToGive['gift']>

function OpenGift({ gift, url, product }: { gift: Gift; url: string; product: string }) {
  const { i18n } = useLingui()
  return (
    <>
      <Notice tone="info">{giftText(i18n, gift)}</Notice>
      {!gift.to_waiting_list && gift.status === 'offered' && (
        <section aria-labelledby="link">
          <SectionHeading id="link">{i18n.t('Send them the link yourself')}</SectionHeading>
          <p className="mb-3 text-soft">
            {i18n.t('We have written to them. Only the person with that e-mail address or phone number can accept.')}
          </p>
          <ShareLinks
            title={product}
            text={i18n.t('I give you my share in a group buy: {product}. Accept it here:', { product })}
            url={url}
          />
        </section>
      )}
      <div>
        <ConfirmForm
          className={buttonClass({ tone: 'plain' })}
          question={i18n.t('Withdraw the offer?')}
          detail={i18n.t('The share is yours alone again, and nobody can accept it.')}
          confirmLabel={i18n.t('Withdraw')}
          cancelLabel={i18n.t('Go back')}
          fields={{ intent: 'withdraw', gift_id: gift.id }}
        >
          {i18n.t('Withdraw the offer')}
        </ConfirmForm>
      </div>
    </>
  )
}

function giftText(i18n: I18n, gift: Gift): string {
  const { status, to_waiting_list: toList, address, receiver, held_until: heldUntil } = gift
  if (status === 'accepted' && heldUntil)
    return i18n.t('{receiver} has accepted your share and can pay for it until {moment}.', {
      receiver: receiver || i18n.t('Somebody'),
      moment: moment(heldUntil),
    })
  if (toList)
    return i18n.t('Your share is offered to the waiting list until {moment}.', { moment: moment(gift.expires_at) })
  return i18n.t('Your share is offered to {address} until {moment}.', { address, moment: moment(gift.expires_at) })
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Give your share to somebody'), i18n.t('Somebody else takes over your part of a group buy.'))
}

export const ErrorBoundary = notFoundBoundary({
  title: ORDER_NOT_FOUND,
  lead: /*i18n*/ 'It may belong to another account, or the address is mistyped.',
  back: /*i18n*/ 'Your orders',
  to: '/account/orders',
})
