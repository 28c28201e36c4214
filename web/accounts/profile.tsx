import { useLingui } from '@lingui/react'
import { data, Form, useActionData, useNavigation } from 'react-router'
import { unreservedName } from '#domain/accounts/reserved-names.ts'
import { parseRole, roleLabels } from '#domain/accounts/roles.ts'
import { checkFields, type Errors, flag, text } from '#domain/validation.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Checkbox, TextField } from '#web/ui/text-field.tsx'
import type { Route } from './+types/profile.ts'
import { PROFILE_NOT_FOUND, readOwnProfile, updateOwnProfile } from './queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { userId, email } = context.get(viewerContext)
  return { email, ...(await readOwnProfile(context.get(apiContext), userId ?? '')) }
}

interface ProfileResult {
  errors: Errors
  values?: { full_name: string; hidden_from_boards: boolean }
  saved?: true
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const checked = checkFields<{ full_name: string; hidden_from_boards: boolean }>(Object.fromEntries(form), {
    full_name: unreservedName(text({ label: /*i18n*/ 'Full name', max: 120 })),
    hidden_from_boards: flag(),
  })
  const values = { full_name: String(form.get('full_name') ?? ''), hidden_from_boards: form.has('hidden_from_boards') }
  if (!checked.ok) return data<ProfileResult>({ errors: checked.errors, values }, 422)
  const fault = await updateOwnProfile(context.get(apiContext), context.get(viewerContext).userId ?? '', checked.value)
  return fault
    ? data<ProfileResult>({ errors: { form: fault }, values }, 409)
    : data<ProfileResult>({ errors: {}, saved: true })
}

export default function Profile({ loaderData: { profile, email, error } }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const outcome = useActionData<ProfileResult>()
  const busy = useNavigation().formMethod === 'POST'
  if (!profile) {
    return (
      <>
        <PageHeading>{i18n.t('Profile')}</PageHeading>
        <ErrorState message={error ?? PROFILE_NOT_FOUND} reload />
      </>
    )
  }
  const values = outcome?.values ?? profile
  return (
    <>
      <PageHeading lead={i18n.t('How you appear to vendors and on the leaderboard.')}>{i18n.t('Profile')}</PageHeading>
      <div className="grid max-w-140 gap-8">
        <Form method="post" noValidate className="grid gap-4">
          {outcome?.saved && <Notice tone="success">{i18n.t('Your profile was saved.')}</Notice>}
          {outcome?.errors.form && <Notice tone="error">{translate(i18n, outcome.errors.form)}</Notice>}
          <TextField
            name="full_name"
            label={i18n.t('Full name')}
            autoComplete="name"
            maxLength={120}
            defaultValue={values.full_name}
            error={outcome?.errors.full_name}
          />
          <Checkbox
            name="hidden_from_boards"
            label={i18n.t('Keep me off the leaderboard.')}
            defaultChecked={values.hidden_from_boards}
          />
          <Button type="submit" className="justify-self-start" busy={busy} busyLabel={i18n.t('Saving')}>
            {i18n.t('Save profile')}
          </Button>
        </Form>
        <section aria-label={i18n.t('Your account')}>
          <DataList
            facts={[
              { label: i18n.t('Email'), value: <span className="break-all">{email}</span> },
              { label: i18n.t('Role'), value: i18n.t(roleLabels[parseRole(profile.role)]) },
              { label: i18n.t('Member since'), value: longDay(profile.created_at) },
            ]}
          />
          <LinkButton to="/account/security" tone="plain" size="small" className="mt-4">
            {i18n.t('Change email or password')}
          </LinkButton>
        </section>
      </div>
    </>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Profile'), i18n.t('Your name and how others see it.'))
}
