import { useEffect, useState } from 'react'
import { data, Form, useActionData, useNavigation } from 'react-router'
import { AREA_ROLES, roleLabels } from '#domain/accounts/roles.ts'
import { ROLE_UPDATED_SHOWN_MS } from '#domain/limits.ts'
import { errorTexts, successTexts } from '#domain/texts/errors.ts'
import { formatInEnglish, type TranslatableText } from '#domain/texts/translatable-text.ts'
import { apiContext } from '#web/context.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/role-management.ts'
import { Consequences } from './consequences.tsx'
import { peopleQuery, readPeopleParams } from './people-params.ts'
import { listPeople } from './people-queries.ts'
import { PeopleSearch } from './people-search.tsx'
import { PeopleTable } from './people-table.tsx'
import { listRoleChanges } from './queries.ts'
import { RoleChanges } from './role-changes.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const address = readPeopleParams(url.searchParams)
  const [list, changes] = await Promise.all([
    listPeople(api, { ...address, role: '', sort: '', from: '', until: '' }),
    listRoleChanges(api),
  ])
  return { address, list, changes, actKey: crypto.randomUUID() }
}

interface RoleChangeResult {
  error?: TranslatableText
  /** The consequences of the change, which must be confirmed. */
  asks?: { userId: string; role: string; leaves: string }
  /** The time of the change, so that two consecutive successes are distinct. */
  doneAt?: number
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const userId = String(form.get('user_id') ?? '')
  const role = String(form.get('role') ?? '')
  if (!userId || !role) return data<RoleChangeResult>({ error: errorTexts.selectUserAndRole }, 422)
  const key = String(form.get('act_key') ?? '') || undefined
  const accepted = form.get('accept_consequences') === 'yes'
  const input = { user_id: userId, role, ...(accepted && { accept_consequences: true }) }
  const result = await context.get(apiContext).command('set-role', input, key)
  if (result.ok) return data<RoleChangeResult>({ doneAt: Date.now() })
  const leaves = result.refusal.errors?.accept_consequences
  if (leaves) return data<RoleChangeResult>({ asks: { userId, role, leaves: formatInEnglish(leaves) } }, 409)
  return data<RoleChangeResult>({ error: result.refusal.message }, result.status || 503)
}

export default function RoleManagement({ loaderData }: Route.ComponentProps) {
  const { address, list, changes, actKey } = loaderData
  const outcome = useActionData<RoleChangeResult>()
  const busy = useNavigation().formMethod === 'POST'
  const done = useShownFor(outcome?.doneAt, ROLE_UPDATED_SHOWN_MS)
  return (
    <>
      <PageHeading lead="Pick a person, pick their new role, save. It applies from their next click.">
        Role Management
      </PageHeading>
      <PeopleSearch search={address.search} total={list.count} hasMore={list.hasMore ?? false} />
      {list.failure ? (
        <ErrorState message={list.failure} reload="Nothing was changed." />
      ) : (
        <Form method="post" action={`/chief/staff${peopleQuery(address)}`} noValidate preventScrollReset replace>
          <input type="hidden" name="act_key" value={actKey} />
          <PeopleTable people={list.rows} />
          <div className="sticky bottom-0 z-10 mt-4 flex flex-wrap items-end gap-4 border-t border-grain bg-paper py-4">
            <SelectField name="role" label="New role" options={ROLE_OPTIONS} className="min-w-56" />
            <Button type="submit" busy={busy} busyLabel="Saving">
              Save
            </Button>
            <div className="min-w-0 basis-full">
              {outcome?.error && <Notice tone="error">{formatInEnglish(outcome.error)}</Notice>}
              {done && <Notice tone="success">{successTexts.roleUpdated}</Notice>}
            </div>
          </div>
        </Form>
      )}
      {outcome?.asks && (
        <Consequences
          {...outcome.asks}
          who={list.rows.find(({ id }) => id === outcome.asks?.userId)}
          actKey={actKey}
          action={`/chief/staff${peopleQuery(address)}`}
        />
      )}
      <Pagination
        page={address.page}
        pageCount={list.pageCount}
        linkTo={(page) => ({ search: peopleQuery({ ...address, page }) })}
        label="people"
      />
      <RoleChanges changes={changes} />
    </>
  )
}

const ROLE_OPTIONS = [
  { value: '', label: 'Select a role' },
  ...AREA_ROLES.map((role) => ({ value: role, label: roleLabels[role] })),
]

/**
 * True for `shownMs` after `since` changes: "clears after 3 seconds" (specification, section 4). Without scripts it
 * stays true.
 */
function useShownFor(since: number | undefined, shownMs: number): boolean {
  const [cleared, setCleared] = useState<number>()
  useEffect(() => {
    if (since === undefined) return
    const timer = setTimeout(() => setCleared(since), shownMs)
    return () => clearTimeout(timer)
  }, [since, shownMs])
  return since !== undefined && cleared !== since
}

export const meta: Route.MetaFunction = () => pageMeta('Role Management', 'Who may do what.')
