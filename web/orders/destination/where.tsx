import { useLingui } from '@lingui/react'
import { data, Form, Link, redirect, useNavigation } from 'react-router'
import type { Fulfilment } from '#domain/orders/fulfilment-choice.ts'
import { ORDER_NOT_FOUND } from '#domain/texts/screens.ts'
import { apiContext, i18nContext, viewerContext } from '#web/context.ts'
import { keepInputOffline, readForm, reject, rejectCommand } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { PlaceFacts } from '#web/ui/facts/place-facts.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/where.ts'
import { type FulfilmentOption, fulfilmentOptions } from './fulfilment-options.ts'
import { readFulfilmentChoices } from './fulfilment-queries.ts'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const choices = await readFulfilmentChoices(
    context.get(apiContext),
    params.id,
    context.get(viewerContext).userId ?? '',
  )
  if (!choices) throw data(ORDER_NOT_FOUND, { status: 404 })
  return {
    ...fulfilmentOptions(context.get(i18nContext), { choices, now: new Date() }),
    places: choices.places,
    order: choices.order,
    next: nextPath(url, params.id),
    here: `/account/orders/${params.id}/where${url.search}`,
  }
}

/** Returns to the payment page or the order. */
function nextPath(url: URL, id: string): string {
  const requestedPath = url.searchParams.get('next') ?? ''
  return /^\/account\/pay\?[\w=&-]*$/.test(requestedPath) ? requestedPath : `/account/orders/${id}`
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const [kind = '', id = '', fee = ''] = form.field('where').split(':')
  if (kind === '') return reject(form, { text: /*i18n*/ 'Please choose where your food goes.' })
  const isDoor = kind === 'delivery'
  const done = await context.get(apiContext).command('choose-fulfilment', {
    order_id: params.id,
    kind: kind as Fulfilment,
    pickup_point_id: isDoor ? null : id,
    address_id: isDoor ? id : null,
    expected_fee_kobo: Number(fee),
  })
  if (done.ok) return redirect(nextPath(url, params.id))
  if (done.refusal.code === 'difference_due') return redirect(`/account/orders/${params.id}/where/${id}`)
  return rejectCommand(form, done)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** The destinations of an order: places, doors and stockpiles, each with its price. */
export default function Where({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { order, options, problem, next } = loaderData
  const busy = useNavigation().formMethod === 'POST'
  const what = order.group_buy?.product_name ?? order.lines.map(({ product_name }) => product_name).join(', ')
  return (
    <>
      <PageHeading lead={i18n.t('Order {number}: {product}', { number: order.order_no, product: what })}>
        {i18n.t('Where your food goes')}
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
      {problem && (
        <Notice tone="info" className="mb-5 max-w-measure">
          {problem}
        </Notice>
      )}
      {!problem && (
        <Form method="post" className="grid max-w-measure gap-8">
          <Group
            legend={i18n.t('Collect it')}
            options={options.filter(({ kind }) => kind === 'pickup')}
            places={loaderData.places}
          >
            {loaderData.places.length === 0 && (
              <p className="text-soft">
                {i18n.t('There is no pickup place in this state yet. The vendor tells you where to collect it.')}
              </p>
            )}
          </Group>
          <Group
            legend={i18n.t('Have it brought to your door')}
            options={options.filter(({ kind }) => kind === 'delivery')}
          >
            <p>
              <Link
                to={`/account/addresses/new?next=${encodeURIComponent(loaderData.here)}`}
                className="inline-flex min-h-11 items-center text-link"
              >
                {i18n.t('Add an address')}
              </Link>
            </p>
          </Group>
          <Group
            legend={i18n.t('Leave it with us for up to 14 days')}
            options={options.filter(({ kind }) => kind === 'stockpile')}
          >
            <p className="text-14 text-soft">
              {loaderData.stockpile ??
                i18n.t('Collect it in as many parts as you like. It is free for 14 days from the day it is ready.')}
            </p>
          </Group>
          <div className="flex flex-wrap gap-3">
            <Button busy={busy} busyLabel={i18n.t('Saving')}>
              {i18n.t('Choose this')}
            </Button>
            <LinkButton to={next} tone="plain">
              {i18n.t('Back')}
            </LinkButton>
          </div>
        </Form>
      )}
      {problem && (
        <LinkButton to={next} tone="plain">
          {i18n.t('Back')}
        </LinkButton>
      )}
    </>
  )
}

interface GroupProps {
  legend: string
  options: readonly FulfilmentOption[]
  places?: Route.ComponentProps['loaderData']['places']
  children: React.ReactNode
}

function Group({ legend, options, places, children }: GroupProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-22 font-extrabold">{legend}</legend>
      <div className="divide-y divide-grain">
        {options.map((option) => (
          <Choice key={option.value} option={option} place={places?.find(({ id }) => id === option.id)} />
        ))}
      </div>
      {children}
    </fieldset>
  )
}

interface ChoiceProps {
  option: FulfilmentOption
  place: Route.ComponentProps['loaderData']['places'][number] | undefined
}

/** The radio button and its label. The place's details are below, because they contain links. */
function Choice({ option, place }: ChoiceProps) {
  const { value, name, text, when, price, isChosen, problem } = option
  return (
    <div className="py-3">
      <label className="flex min-h-11 items-start gap-3">
        <input
          type="radio"
          name="where"
          value={value}
          defaultChecked={isChosen}
          disabled={problem !== null}
          className="mt-0.5 size-5 shrink-0"
        />
        <span className="min-w-0 break-words">
          <strong>{name}</strong>
          {price && <span className="block font-semibold text-leaf">{price}</span>}
          {!place && <span className="block">{text}</span>}
          {when && <span className="block">{when}</span>}
          {problem && <span className="block text-14 text-soft">{problem}</span>}
        </span>
      </label>
      {place && (
        <div className="pl-8">
          <PlaceFacts place={place} />
        </div>
      )}
    </div>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(
    i18n.t('Where your food goes'),
    i18n.t('Collect it, have it brought to your door, or leave it with us for some days.'),
  )
}
