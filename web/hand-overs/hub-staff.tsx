import { apiContext, authFetchContext } from '#web/context.ts'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { readAuthSettings } from '#web/session/auth-service/auth-settings.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Route } from './+types/hub-staff.ts'
import { listHubs, listStaff } from './queries.ts'
import { handleStaffForm, StaffList } from './staff-list.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const hubs = await listHubs(api)
  const staff = await listStaff(api, { points: hubs.map(({ id }) => id) })
  return {
    hubs,
    staff,
    byPhone: (await readAuthSettings({ call: context.get(authFetchContext) })).phone,
    key: crypto.randomUUID(),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return handleStaffForm(context.get(apiContext), await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** Staff of the market's own places. */
export default function HubStaff({ loaderData: { hubs, staff, byPhone, key }, actionData }: Route.ComponentProps) {
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
          result={actionData}
          formKey={key}
          byPhone={byPhone}
          places={hubs.map(({ id, name, lga }) => ({ value: id, label: `${name}, ${lga}` }))}
        />
      )}
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Hub staff', 'Who hands over at the market’s own places.')
