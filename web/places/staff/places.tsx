import { hoursText } from '#domain/places/opening-hours.ts'
import { apiContext } from '#web/context.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { count } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import { listAllPlaces } from '../queries.ts'
import type { Route } from './+types/places.ts'
import { closingPlaceText } from './closing-texts.ts'
import { areaFromPath, PlacesTabs } from './places-tabs.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  return {
    area: areaFromPath(url.pathname),
    isSaved: url.searchParams.get('done') === 'saved',
    list: await listAllPlaces(context.get(apiContext)),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const closing = { pickup_point_id: form.field('pickup_point_id'), reason: form.field('reason') }
  const closed = await context.get(apiContext).command('close-place', closing)
  return commandResult(form, closed, 'The place is closed. Buyers who had chosen it are told to choose another.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function Places({ loaderData: { area, isSaved, list }, actionData }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Places"
      lead="Where orders are collected: hubs of the market, and shops’ own places."
      action={<LinkButton to={`/${area}/places/new`}>Add a place</LinkButton>}
      caption="Pickup points"
      list={list}
      columns={placeColumns(area)}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title="No place yet.">Orders are collected where the vendor says until you add one.</EmptyState>
      }
    >
      <PlacesTabs area={area} current="places" />
      <OutcomeNotice namesFault outcome={actionData ?? (isSaved ? { ok: true, text: 'The place is saved.' } : null)} />
    </ListScreen>
  )
}

type PlaceRow = Route.ComponentProps['loaderData']['list']['rows'][number]

const placeColumns = (area: string): Column<PlaceRow>[] => [
  {
    header: 'Place',
    heading: true,
    cell: ({ name, street, lga, state, vendor }) => (
      <>
        {name}
        <span className="block text-14 font-normal text-soft">
          {street}, {lga}, {state}
          {vendor && `; ${vendor.business_name}`}
        </span>
      </>
    ),
  },
  { header: 'Open', wide: true, cell: ({ opening_hours }) => hoursText(opening_hours) },
  { header: 'To come', numeric: true, cell: ({ waiting }) => count(waiting?.to_come ?? 0) },
  { header: 'To hand over', numeric: true, cell: ({ waiting }) => count(waiting?.to_hand_over ?? 0) },
  {
    header: 'Stockpile',
    numeric: true,
    cell: ({ waiting, stockpile_capacity_kg: most }) =>
      most === 0 ? 'none' : `${count(waiting?.stockpiled_kg ?? 0)} of ${count(most)} kg`,
  },
  {
    header: 'Tools',
    hideHeader: true,
    cell: (place) =>
      place.closed_at ? (
        <span>
          <Badge>Closed</Badge> <span className="text-14 text-soft">{place.closed_reason}</span>
        </span>
      ) : (
        <div className="flex flex-wrap gap-2">
          <LinkButton to={`/${area}/places/${place.id}`} tone="plain" size="small" aria-label={`Edit ${place.name}`}>
            Edit
          </LinkButton>
          <ConfirmForm
            className={buttonClass({ tone: 'plain', size: 'small' })}
            label={`Close ${place.name}`}
            question={`Close ${place.name}?`}
            detail={closingPlaceText(place.waiting)}
            confirmLabel="Close place"
            cancelLabel="Keep it open"
            choice={<TextField label="Reason" name="reason" required minLength={5} maxLength={300} />}
            fields={{ pickup_point_id: place.id }}
          >
            Close
          </ConfirmForm>
        </div>
      ),
  },
]

export const meta: Route.MetaFunction = () => pageMeta('Places', 'Pickup points and who waits there.')
