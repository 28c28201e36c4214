import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { countUnits } from '#domain/products/units.ts'
import { shareRefusals } from '#domain/share-gifts/refusals.ts'
import { orderPath, payPath, sharePath } from '#domain/texts/paths.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { commandResult, keepInputOffline, readForm, rejectCommand } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { day, kobo, moment, naira } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/share.ts'
import { readGift, type SharedGift } from './queries.ts'

const NOT_FOUND = /*i18n*/ 'Share not found'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { gift, failure } = await readGift(context.get(apiContext), params.id)
  if (!gift && !failure) throw data(NOT_FOUND, { status: 404 })
  return { gift, failure, isSignedIn: context.get(viewerContext).userId !== null, now: new Date().toISOString() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  if (form.field('intent') === 'decline') {
    const done = await api.command('decline-share', { gift_id: params.id })
    return commandResult(form, done, /*i18n*/ 'Declined. You owe nothing.')
  }
  const accepted = await api.command('accept-share', { gift_id: params.id })
  return accepted.ok ? redirect(payPath(accepted.value.order.id)) : rejectCommand(form, accepted)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A share that somebody gives away, for its receiver: what it is, what it costs at most, and how to accept it. */
export default function Share({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { gift, failure, isSignedIn, now } = loaderData
  if (!gift) return <ErrorState message={failure ?? ''} reload={i18n.t('Nothing is lost.')} />
  const giver = gift.giver || i18n.t('Somebody')
  return (
    <>
      <PageHeading
        lead={i18n.t('{giver} is in a group buy and gives the place to you. You pay for it yourself.', { giver })}
      >
        {i18n.t('A share from {giver}', { giver })}
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
      <div className="grid max-w-measure gap-6">
        <div className="flex items-center gap-4">
          <Picture
            src={gift.image_url}
            alt=""
            width={72}
            height={72}
            className="size-18 shrink-0 rounded-field bg-kraft"
          />
          <h2 className="min-w-0 text-22 break-words">{gift.product_name}</h2>
        </div>
        {gift.note && <blockquote className="border-l-4 border-grain pl-4 break-words">{gift.note}</blockquote>}
        <DataList facts={giftFacts(i18n, gift)} />
        <NextAct gift={gift} isSignedIn={isSignedIn} now={now} />
      </div>
    </>
  )
}

function giftFacts(i18n: I18n, gift: SharedGift) {
  const isOpen = gift.status === 'offered' || gift.status === 'accepted'
  return [
    { label: i18n.t('Quantity'), value: countUnits(gift.quantity, gift.unit) },
    { label: i18n.t('Shop'), value: gift.shop },
    ...(gift.place ? [{ label: i18n.t('Where you collect it'), value: gift.place }] : []),
    { label: i18n.t('Sharing day'), value: gift.share_date ? day(gift.share_date) : i18n.t('not set yet') },
    { label: i18n.t('Highest price you can pay'), value: naira(gift.ceiling_unit_price) },
    { label: i18n.t('Goods at this price'), value: kobo(gift.due_kobo - gift.fee_kobo) },
    { label: i18n.t('Fee {percent}%', { percent: gift.buyer_fee_bps / 100 }), value: kobo(gift.fee_kobo) },
    ...(isOpen ? [{ label: i18n.t('Offered until'), value: moment(gift.expires_at) }] : []),
    { label: i18n.t('You pay at most'), value: kobo(gift.due_kobo), total: true },
  ]
}

interface NextActProps {
  gift: SharedGift
  isSignedIn: boolean
  now: string
}

function NextAct({ gift, isSignedIn, now }: NextActProps) {
  const { i18n } = useLingui()
  const isOpen = gift.status === 'offered' && gift.expires_at > now
  if (gift.own_order_id) return <Accepted gift={gift} orderId={gift.own_order_id} />
  if (gift.is_mine) return <Notice tone="info">{i18n.t('This is your own share, as the receiver sees it.')}</Notice>
  if (!isOpen)
    return (
      <div className="grid justify-items-start gap-4">
        <Notice tone="info">{i18n.t(shareRefusals.conflict.gift_over)}</Notice>
        <LinkButton to={`/group-buys/${gift.group_buy_id}`} tone="plain">
          {i18n.t('See the group buy')}
        </LinkButton>
      </div>
    )
  if (!isSignedIn)
    return (
      <div className="grid justify-items-start gap-3">
        <p>
          {i18n.t('To accept it, use the e-mail address or phone number that {giver} gave it to.', {
            giver: gift.giver || i18n.t('the giver'),
          })}
        </p>
        <div className="flex flex-wrap gap-3">
          <LinkButton to={`/auth?view=sign-up&next=${encodeURIComponent(sharePath(gift.id))}`}>
            {i18n.t('Create an account')}
          </LinkButton>
          <LinkButton to={`/auth?next=${encodeURIComponent(sharePath(gift.id))}`} tone="plain">
            {i18n.t('Sign in')}
          </LinkButton>
        </div>
      </div>
    )
  if (!gift.is_for_me) return <Notice tone="warning">{i18n.t(shareRefusals.forbidden.gift_for_other)}</Notice>
  return <Answer />
}

function Answer() {
  const { i18n } = useLingui()
  const intent = useNavigation().formData?.get('intent')
  return (
    <div className="grid gap-3">
      <p>
        {i18n.t(
          'You have half an hour to pay after accepting. If the final price is lower, the difference comes back to you. You can give the share on, but there is no free hour after paying.',
        )}
      </p>
      <Form method="post" className="flex flex-wrap gap-3">
        <Button name="intent" value="accept" busy={intent === 'accept'}>
          {i18n.t('Accept and pay')}
        </Button>
        <Button name="intent" value="decline" tone="plain" busy={intent === 'decline'}>
          {i18n.t('No, thank you')}
        </Button>
      </Form>
    </div>
  )
}

function Accepted({ gift, orderId }: { gift: SharedGift; orderId: string }) {
  const { i18n } = useLingui()
  if (gift.status === 'taken')
    return (
      <div className="grid justify-items-start gap-4">
        <Notice tone="success">{i18n.t('You took over this share.')}</Notice>
        <LinkButton to={orderPath(orderId)}>{i18n.t('See your order')}</LinkButton>
      </div>
    )
  return (
    <Form method="post" className="flex flex-wrap gap-3">
      <LinkButton to={payPath(orderId)}>{i18n.t('Pay for it')}</LinkButton>
      <Button name="intent" value="decline" tone="plain">
        {i18n.t('No, thank you')}
      </Button>
    </Form>
  )
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const i18n = i18nFromMatches(matches)
  const product = loaderData?.gift?.product_name
  return pageMeta(
    product ? i18n.t('A share for you: {product}', { product }) : i18n.t(NOT_FOUND),
    i18n.t('Somebody gives you their part of a group buy.'),
  )
}

export const ErrorBoundary = notFoundBoundary({
  title: NOT_FOUND,
  lead: shareRefusals.missing.gift_not_found,
  back: /*i18n*/ 'See the group buys',
  to: '/group-buys',
})
