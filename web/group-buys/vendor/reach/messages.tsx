import { data } from 'react-router'
import { type Audience, audiencesOf } from '#domain/group-buys/selling/broadcasts.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { ShopNotice } from '#web/desk/shop/shop-notice.tsx'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { choiceParam, isId } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { plural } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { readOwnBuy } from '../queries.ts'
import type { Route } from './+types/messages.ts'
import { messagesPath } from './address.ts'
import { BroadcastList } from './broadcast-list.tsx'
import { MessageForm, MessagePreview, PREVIEW_MESSAGE, previewMessage } from './message-form.tsx'
import { listBroadcasts } from './queries.ts'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const buy = shop && isId(params.id) ? await readOwnBuy(api, shop.id, params.id) : null
  if (!shop || !buy || buy.status === 'draft') throw data(null, 404)
  return {
    shop,
    buy,
    broadcasts: await listBroadcasts(api, buy.id),
    to: choiceParam<Audience>(url.searchParams, 'to', ['unpaid', 'paid']) || 'everybody',
    key: crypto.randomUUID(),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  if (form.field('intent') === PREVIEW_MESSAGE) return previewMessage(form)
  const message = {
    group_buy_id: params.id,
    audience: form.field('audience') as Audience,
    message: form.field('message'),
  }
  const done = await context.get(apiContext).command('message-group-buy', message, form.key)
  return commandResult(
    form,
    done,
    ({ recipients }) => `Sent to ${plural(recipients, 'person', 'people')}. They are told within a minute.`,
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function BuyMessages({ loaderData, actionData }: Route.ComponentProps) {
  const { shop, buy, broadcasts, key } = loaderData
  const audiences = audiencesOf({ status: buy.status, paymentMode: buy.payment_mode })
  const previewed = actionData?.ok && actionData.values.message ? actionData.values : null
  const mayWrite = shop.status === 'active' && audiences.length > 0 && buy.current_participants > 0
  return (
    <>
      <PageHeading lead={buy.product_name}>Write to the people in it</PageHeading>
      <OutcomeNotice outcome={actionData} />
      <ShopNotice shop={shop} />
      {previewed && (
        <div className="mb-8">
          <MessagePreview
            buy={buy}
            shop={shop.business_name}
            values={previewed}
            sendKey={key}
            cancelTo={messagesPath(buy.id)}
          />
        </div>
      )}
      {mayWrite ? (
        // A message that was sent empties the form.
        <MessageForm
          key={broadcasts[0]?.id}
          buy={buy}
          to={actionData?.ok && !previewed ? 'everybody' : loaderData.to}
          audiences={audiences}
          result={actionData}
          isPreviewed={previewed !== null}
        />
      ) : (
        <p className="mb-5 max-w-measure">
          {buy.current_participants === 0
            ? 'Nobody is in this group buy, so there is nobody to write to.'
            : 'This group buy can no longer be written to.'}
        </p>
      )}
      {broadcasts.length > 0 && (
        <section aria-labelledby="sent" className="mt-8 border-t border-grain pt-5">
          <SectionHeading id="sent">What you told them</SectionHeading>
          <BroadcastList broadcasts={broadcasts} />
        </section>
      )}
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData ? `Write to the people in ${loaderData.buy.product_name}` : 'Write to the people in it',
    'Messages of your shop to the people in a group buy.',
  )
