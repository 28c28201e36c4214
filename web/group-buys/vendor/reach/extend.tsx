import { data, Form, useNavigation } from 'react-router'
import { extensionFault, MAX_EXTENSIONS } from '#domain/group-buys/selling/extending.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { ShopNotice } from '#web/desk/shop/shop-notice.tsx'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { isId } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { datedDay, datedMoment, plural } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { readOwnBuy } from '../queries.ts'
import type { Route } from './+types/extend.ts'
import { ExtensionChoice, ExtensionConsequences } from './extension-choice.tsx'
import { countExtensions, toExtensible } from './queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const buy = shop && isId(params.id) ? await readOwnBuy(api, shop.id, params.id) : null
  const extensible = buy && toExtensible(buy, (await countExtensions(api, [buy.id])).get(buy.id) ?? 0)
  if (!shop || !buy || !extensible || buy.status === 'draft') throw data(null, 404)
  return { shop, buy, extensible, key: crypto.randomUUID(), now: new Date().toISOString() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const extension = { group_buy_id: params.id, days: Number(form.field('days')), end_date: form.field('end_date') }
  const done = await context.get(apiContext).command('extend-group-buy', extension, form.key)
  return commandResult(
    form,
    done,
    ({ end_date: end, recipients }) =>
      `It closes on ${datedMoment(end)} now. ${recipients === 0 ? '' : `${plural(recipients, 'person is', 'people are')} told within a minute.`}`,
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** Keeps an open buy open longer, with all consequences said before the press. */
export default function ExtendBuy({
  loaderData: { shop, buy, extensible, key, now },
  actionData,
}: Route.ComponentProps) {
  const fault = extensionFault(extensible, { days: 1, now: new Date(now) })
  const busy = useNavigation().state === 'submitting'
  return (
    <>
      <PageHeading lead={buy.product_name}>Extend it</PageHeading>
      <OutcomeNotice namesFault outcome={actionData} />
      <ShopNotice shop={shop} />
      <div className="mb-6 max-w-measure">
        <DataList
          facts={[
            { label: 'Window closes', value: datedMoment(buy.end_date) },
            { label: 'Payment due', value: buy.payment_due_at ? datedMoment(buy.payment_due_at) : 'not set' },
            { label: 'Sharing day', value: datedDay(extensible.shareDate) },
            { label: 'Extended', value: `${extensible.extensions} of ${MAX_EXTENSIONS} times` },
          ]}
        />
      </div>
      {fault ? (
        <p className="mb-5 max-w-measure">{formatInEnglish(fault.message)}</p>
      ) : (
        shop.status === 'active' && (
          <Form method="post" className="mb-6 grid max-w-measure gap-5">
            <ExtensionChoice key={buy.end_date} buy={extensible} now={now} chosen={actionData?.values.days || '1'} />
            <section aria-labelledby="consequences">
              <h2 id="consequences" className="mb-2 text-18">
                What happens then
              </h2>
              <ExtensionConsequences
                people={buy.current_participants}
                replacesAutomatic={buy.allow_extension && !buy.extended_at}
              />
            </section>
            <input type="hidden" name="end_date" value={buy.end_date} />
            <input type="hidden" name="key" value={key} />
            <div>
              <Button busy={busy} busyLabel="Saving">
                Extend the group buy
              </Button>
            </div>
          </Form>
        )
      )}
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Extend ${loaderData.buy.product_name}` : 'Extend it', 'Keep a group buy open longer.')
