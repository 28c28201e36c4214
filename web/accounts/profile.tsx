import { data, Form, useActionData, useNavigation } from 'react-router'
import { parseRole, roleLabels } from '#domain/accounts/roles.ts'
import { checkFields, type Errors, flag, text } from '#domain/validation.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { titled } from '#web/layouts/titled.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Checkbox, TextField } from '#web/ui/text-field.tsx'
import type { Route } from './+types/profile.ts'
import { readOwnProfile, updateOwnProfile } from './queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { userId, email } = context.get(viewerContext)
  return { email, ...(await readOwnProfile(context.get(apiContext), userId ?? '')) }
}

interface Outcome {
  errors: Errors
  values?: { full_name: string; hidden_from_boards: boolean }
  saved?: true
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const checked = checkFields<{ full_name: string; hidden_from_boards: boolean }>(Object.fromEntries(form), {
    full_name: text({ label: 'Full name', most: 120 }),
    hidden_from_boards: flag(),
  })
  const values = { full_name: String(form.get('full_name') ?? ''), hidden_from_boards: form.has('hidden_from_boards') }
  if (!checked.ok) return data<Outcome>({ errors: checked.errors, values }, 422)
  const fault = await updateOwnProfile(context.get(apiContext), context.get(viewerContext).userId ?? '', checked.value)
  return fault ? data<Outcome>({ errors: { form: fault }, values }, 409) : data<Outcome>({ errors: {}, saved: true })
}

export default function Profile({ loaderData: { profile, email, error } }: Route.ComponentProps) {
  const outcome = useActionData<Outcome>()
  const busy = useNavigation().formMethod === 'POST'
  if (!profile) {
    return (
      <>
        <PageHeading>Profile</PageHeading>
        <ErrorState message={error ?? 'Your profile was not found.'}>Please load the page again.</ErrorState>
      </>
    )
  }
  const values = outcome?.values ?? profile
  return (
    <>
      <PageHeading lead="How you appear to vendors and on the leaderboard.">Profile</PageHeading>
      <div className="grid max-w-140 gap-8">
        <Form method="post" noValidate className="grid gap-4">
          {outcome?.saved && <Notice tone="success">Your profile was saved.</Notice>}
          {outcome?.errors.form && <Notice tone="error">{outcome.errors.form}</Notice>}
          <TextField
            name="full_name"
            label="Full name"
            autoComplete="name"
            maxLength={120}
            defaultValue={values.full_name}
            error={outcome?.errors.full_name}
          />
          <Checkbox
            name="hidden_from_boards"
            label="Keep me off the leaderboard."
            defaultChecked={values.hidden_from_boards}
          />
          <Button type="submit" className="justify-self-start" busy={busy} busyLabel="Saving">
            Save profile
          </Button>
        </Form>
        <section aria-label="Your account">
          <DataList
            facts={[
              { label: 'Email', value: <span className="break-all">{email}</span> },
              { label: 'Role', value: roleLabels[parseRole(profile.role)] },
              { label: 'Member since', value: longDay(profile.created_at) },
            ]}
          />
          <LinkButton to="/account/security" tone="plain" size="small" className="mt-4">
            Change email or password
          </LinkButton>
        </section>
      </div>
    </>
  )
}

export const meta: Route.MetaFunction = () => titled('Profile', 'Your name and how others see it.')
