import { errorTexts } from '#domain/texts/errors.ts'
import { apiContext } from '#web/context.ts'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { titled } from '#web/titled.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Route } from './+types/hub-staff.ts'
import { listHubs, listStaff } from './queries.ts'
import { actOnStaff, type StaffAnswer, StaffList } from './staff-list.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const hubs = await listHubs(api)
  const staff = await listStaff(api, { points: hubs.map(({ id }) => id) })
  return { hubs, staff, key: crypto.randomUUID() }
}

export async function action({ request, context }: Route.ActionArgs) {
  return actOnStaff(context.get(apiContext), await request.formData())
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orOffline(serverAction as () => Promise<StaffAnswer>, () => ({ ok: false, text: errorTexts.offline }))

export const shouldRevalidate = keepWhenOffline

/** Who hands over at the market's own places. */
export default function HubStaff({ loaderData: { hubs, staff, key }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading lead="People who hand over or deliver at the market’s own places. They see names and goods, and no money.">
        Hub staff
      </PageHeading>
      {hubs.length === 0 ? (
        <EmptyState title="No hubs yet">Staff are invited to a place of the market, once there is one.</EmptyState>
      ) : (
        <StaffList
          staff={staff}
          answer={actionData}
          formKey={key}
          places={hubs.map(({ id, name, lga }) => ({ value: id, label: `${name}, ${lga}` }))}
        />
      )}
    </>
  )
}

export const meta: Route.MetaFunction = () => titled('Hub staff', 'Who hands over at the market’s own places.')
