import { data, Form, useNavigation } from 'react-router'
import { readPrices } from '#domain/group-buys/price/price-tiers.ts'
import { formatNaira, nairaToKobo } from '#domain/money.ts'
import { askingFault, raisedPrices, stayingCeilingKobo } from '#domain/price-rises/price-rise.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { priceRiseFacts, readPriceRise } from '#web/desk/price-rise.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { ShopNotice } from '#web/desk/shop/shop-notice.tsx'
import { commandResult, type FormResult, keepInputOffline, readForm, reject } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { isId } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { ConfirmForm, ConfirmInPlace } from '#web/ui/fields/confirm-form.tsx'
import { datedMoment, plural } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/ask.ts'
import { type BuyToRaise, readBuyToRaise } from './queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const buy = shop && isId(params.id) ? await readBuyToRaise(api, shop.id, params.id) : null
  if (!shop || !buy) throw data(null, 404)
  return {
    shop,
    buy,
    rise: await readPriceRise(api, buy.id),
    key: crypto.randomUUID(),
    now: new Date().toISOString(),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const intent = form.field('intent')
  if (intent === 'withdraw') {
    const done = await api.command('withdraw-higher-price', { price_rise_id: form.field('price_rise_id') })
    return commandResult(
      form,
      done,
      'The old price applies again. Everybody is told, and what they paid more comes back within a minute.',
    )
  }
  const rise = Number(form.field('rise_naira').replaceAll(',', ''))
  if (intent === 'preview') {
    const errors = {
      ...(!(Number.isSafeInteger(rise) && rise >= 1) && { rise_naira: 'Enter whole naira, such as 500.' }),
      ...(form.field('reason').length < 10 && { reason: 'Say in a sentence why, so that people can decide.' }),
    }
    if (Object.keys(errors).length > 0) return reject(form, { errors })
    return { ok: true, text: '', errors: {}, values: form.values } satisfies FormResult
  }
  const ask = { group_buy_id: params.id, rise_naira: rise, reason: form.field('reason') }
  const done = await api.command('ask-higher-price', ask, form.key)
  return commandResult(
    form,
    done,
    ({ recipients, ends_at }) =>
      `${plural(recipients, 'person is', 'people are')} told now and can answer until ${datedMoment(ends_at)}.`,
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A shop asks the people in its buy for a higher price, with everything that follows said before the press. */
export default function AskPrice({ loaderData: { shop, buy, rise, key, now }, actionData }: Route.ComponentProps) {
  const fault = askingFault(
    {
      ...readPrices(buy),
      status: buy.status,
      minParticipants: buy.min_participants,
      participants: buy.current_participants,
      paymentDueAt: new Date(buy.payment_due_at ?? now),
      hasRequested: rise !== null,
    },
    new Date(now),
  )
  const values = actionData?.values ?? {}
  const isPreview = actionData?.ok === true && values.intent === 'preview'
  return (
    <>
      <PageHeading lead={buy.product_name}>Ask for a higher price</PageHeading>
      {!isPreview && <OutcomeNotice namesFault linksFields outcome={actionData} />}
      <ShopNotice shop={shop} />
      {rise && (
        <div className="mb-6 grid max-w-measure gap-4">
          <DataList facts={priceRiseFacts(rise)} />
          {rise.status === 'open' && (
            <div>
              <ConfirmForm
                className={buttonClass({ tone: 'plain' })}
                question="Withdraw the higher price?"
                detail="The old price applies again, and what people paid more goes back to them at once. Those who have left stay out. You cannot ask again in this group buy."
                confirmLabel="Withdraw it"
                cancelLabel="Let them answer"
                fields={{ intent: 'withdraw', price_rise_id: rise.id ?? '' }}
              >
                Withdraw it
              </ConfirmForm>
            </div>
          )}
        </div>
      )}
      {!rise && fault && <p className="mb-5 max-w-measure">{formatInEnglish(fault.message)}</p>}
      {!rise && !fault && shop.status === 'active' && isPreview && (
        <Preview buy={buy} rise={Number((values.rise_naira ?? '').replaceAll(',', ''))} values={values} sendKey={key} />
      )}
      {!rise && !fault && shop.status === 'active' && !isPreview && (
        <AskForm buy={buy} values={values} errors={actionData?.errors ?? {}} />
      )}
    </>
  )
}

interface AskFormProps {
  buy: BuyToRaise
  values: FormResult['values']
  errors: FormResult['errors']
}

function AskForm({ buy, values, errors }: AskFormProps) {
  const busy = useNavigation().state === 'submitting'
  const most = formatNaira(BigInt(buy.most_rise_naira ?? 0) * 100n)
  return (
    <Form method="post" className="grid max-w-measure gap-5">
      <p>
        If you can no longer deliver at your price, ask the people in the group buy once. They have 24 hours to agree.
        Those who do not agree leave with everything back, fee included.
      </p>
      <TextField
        label={`More for each ${buy.unit}`}
        name="rise_naira"
        prefix="₦"
        inputMode="numeric"
        required
        defaultValue={values.rise_naira ?? ''}
        hint={`At most ${most}. Every price of this group buy rises by the same amount.`}
        error={errors.rise_naira}
      />
      <TextArea
        label="Reason"
        name="reason"
        rows={3}
        required
        maxLength={300}
        defaultValue={values.reason ?? ''}
        hint="Everybody in the group buy reads it. The mill raised its price this week."
        error={errors.reason}
      />
      <input type="hidden" name="intent" value="preview" />
      <div>
        <Button busy={busy} busyLabel="Working it out">
          See what it means
        </Button>
      </div>
    </Form>
  )
}

interface AskPreviewProps {
  buy: BuyToRaise
  rise: number
  values: FormResult['values']
  sendKey: string
}

function Preview({ buy, rise, values, sendKey }: AskPreviewProps) {
  const now = readPrices(buy)
  const then = raisedPrices(now, nairaToKobo(rise))
  const change = (from: bigint, to: bigint) => `${formatNaira(from)}, then ${formatNaira(to)}`
  const [mostNow, mostThen] = [now, then].map((prices) => stayingCeilingKobo(prices, buy.min_participants))
  return (
    <div className="grid gap-5">
      <div className="max-w-measure">
        <DataList
          facts={[
            { label: 'Base price', value: change(now.basePriceKobo, then.basePriceKobo) },
            ...now.tiers.map(({ participants, priceKobo }, at) => ({
              label: `From ${participants} people`,
              value: change(priceKobo, then.tiers[at]?.priceKobo ?? priceKobo),
            })),
            {
              label: 'People who stay pay at most, each',
              value: change(mostNow ?? 0n, mostThen ?? 0n),
              total: true,
            },
          ]}
        />
      </div>
      <ConfirmInPlace
        question={`Ask ${plural(buy.current_participants, 'person', 'people')} for ${formatNaira(nairaToKobo(rise))} more?`}
        detail={
          <ul className="grid list-disc gap-1 pl-5">
            <li>They are told now and have 24 hours. Nobody joins meanwhile.</li>
            <li>Those who leave or do not answer get everything back, fee included, and their goods are free again.</li>
            <li>
              If fewer than {buy.min_participants} stay and pay, the group buy goes the usual way of one with too few
              people.
            </li>
            <li>You ask once. You can withdraw before the end; people who have left by then stay out.</li>
            <li>Your record shows it to our staff.</li>
          </ul>
        }
        confirmLabel="Ask them"
        confirmTone="primary"
        cancelLabel="Change it"
        cancelTo={`/vendor/products/buys/${buy.id}/price`}
        fields={{ intent: 'ask', key: sendKey, rise_naira: values.rise_naira ?? '', reason: values.reason ?? '' }}
      />
    </div>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData ? `Higher price: ${loaderData.buy.product_name}` : 'Higher price',
    'Ask the people in a group buy for a higher price.',
  )
