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
import { kobo } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import { listAllZones } from '../queries.ts'
import type { Route } from './+types/zones.ts'
import { closingZoneText } from './closing-texts.ts'
import { areaFromPath, PlacesTabs } from './places-tabs.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  return {
    area: areaFromPath(url.pathname),
    isSaved: url.searchParams.get('done') === 'saved',
    list: await listAllZones(context.get(apiContext)),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const closing = { delivery_zone_id: form.field('delivery_zone_id'), reason: form.field('reason') }
  const closed = await context.get(apiContext).command('close-zone', closing)
  return commandResult(form, closed, 'The zone is closed. Orders that were chosen for it are still delivered.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function Zones({ loaderData: { area, isSaved, list }, actionData }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Delivery zones"
      lead="Where orders are brought to the door, and for how much. A zone that names local governments comes before one of the whole state."
      action={<LinkButton to={`/${area}/places/zones/new`}>Add a zone</LinkButton>}
      caption="Delivery zones"
      list={list}
      columns={zoneColumns(area)}
      rowKey={({ id }) => id}
      empty={<EmptyState title="No zone yet.">Buyers collect their orders until you add one.</EmptyState>}
    >
      <PlacesTabs area={area} current="zones" />
      <OutcomeNotice namesFault outcome={actionData ?? (isSaved ? { ok: true, text: 'The zone is saved.' } : null)} />
    </ListScreen>
  )
}

type ZoneRow = Route.ComponentProps['loaderData']['list']['rows'][number]

const zoneColumns = (area: string): Column<ZoneRow>[] => [
  {
    header: 'Zone',
    heading: true,
    cell: ({ name, state, vendor }) => (
      <>
        {name}
        <span className="block text-14 font-normal text-soft">
          {state}
          {vendor && `; ${vendor.business_name}`}
        </span>
      </>
    ),
  },
  { header: 'Local governments', cell: ({ lgas }) => (lgas.length === 0 ? 'The whole state' : lgas.join(', ')) },
  { header: 'Fee', numeric: true, cell: ({ fee_kobo }) => kobo(fee_kobo) },
  { header: 'Delivered by', cell: ({ delivered_by }) => (delivered_by === 'vendor' ? 'The shop' : 'The market') },
  {
    header: 'Tools',
    hideHeader: true,
    cell: (zone) =>
      zone.closed_at ? (
        <span>
          <Badge>Closed</Badge> <span className="text-14 text-soft">{zone.closed_reason}</span>
        </span>
      ) : (
        <div className="flex flex-wrap gap-2">
          <LinkButton
            to={`/${area}/places/zones/${zone.id}`}
            tone="plain"
            size="small"
            aria-label={`Edit ${zone.name}`}
          >
            Edit
          </LinkButton>
          <ConfirmForm
            className={buttonClass({ tone: 'plain', size: 'small' })}
            label={`Close ${zone.name}`}
            question={`Close ${zone.name}?`}
            detail={closingZoneText(zone.going)}
            confirmLabel="Close zone"
            cancelLabel="Keep it open"
            choice={<TextField label="Reason" name="reason" required minLength={5} maxLength={300} />}
            fields={{ delivery_zone_id: zone.id }}
          >
            Close
          </ConfirmForm>
        </div>
      ),
  },
]

export const meta: Route.MetaFunction = () => pageMeta('Delivery zones', 'Where orders are brought to the door.')
