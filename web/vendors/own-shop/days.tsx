import { Form, redirect } from 'react-router'
import { addDays, lagosDate } from '#domain/time/calendar.ts'
import { countPromises, type Promises, readPromises } from '#domain/vendors/promises.ts'
import { checkShopDays, MAX_HOLIDAY_NOTE, MAX_PAUSE_NOTE } from '#domain/vendors/shop-profile.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { NoShop, ShopNotice } from '#web/desk/shop/shop-notice.tsx'
import { type FormResult, keepInputOffline, readForm, reject, rejectCommand } from '#web/forms/form.ts'
import { FormButtons, useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { choiceParam } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { day } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/days.ts'
import { ClosedDaysField, readClosedDays } from './closed-days-field.tsx'
import { readShopProfile, type ShopProfileRow } from './profile-queries.ts'
import { PromisesNotice } from './promises-notice.tsx'
import { ShopTabs } from './shop-tabs.tsx'
import '#web/theme/desk.css'

export async function loader({ context, url }: Route.LoaderArgs) {
  return {
    shop: await readShopProfile(context.get(apiContext), context.get(viewerContext).userId),
    done: choiceParam(url.searchParams, 'done', ['saved', 'resumed']),
    today: lagosDate(new Date()),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const resumes = form.field('intent') === 'resume'
  const stored = resumes ? await readShopProfile(api, context.get(viewerContext).userId) : null
  const checked = checkShopDays(
    stored
      ? { ...stored, paused_until: null, pause_note: '', seen: form.field('seen') }
      : { ...form.values, closed_days: readClosedDays(form.values) },
  )
  if (!checked.ok) return reject(form, { errors: checked.errors })
  const saved = await api.command('save-shop-days', checked.value)
  if (saved.ok) return redirect(`/vendor/profile/days?done=${resumes ? 'resumed' : 'saved'}`)
  const { code, message, lines = [], details } = saved.refusal
  if (code !== 'promises_not_accepted') return rejectCommand(form, saved)
  return reject(form, { text: message, promises: readPromises(lines, Number(details?.group_buys ?? 0)) })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

type DaysResult = Partial<FormResult> & { promises?: Promises }

/** When the shop is closed, and until when it takes no new orders. */
export default function ShopDays({ loaderData: { shop, done, today }, actionData }: Route.ComponentProps) {
  if (!shop) return <NoShop title="Closed days and pause" />
  const { promises = null } = (actionData ?? {}) as DaysResult
  return (
    <>
      <PageHeading lead="Buyers see them on your shop, your products and your group buys.">
        Closed days and pause
      </PageHeading>
      <ShopTabs current="days" />
      <ShopNotice shop={shop} />
      {done && (
        <Notice tone="success" className="mb-5">
          {done === 'resumed' ? 'Your shop takes orders again.' : 'Saved. Buyers see it now.'}
        </Notice>
      )}
      {!promises && <OutcomeNotice outcome={actionData} />}
      {shop.status === 'active' && shop.paused_until && shop.paused_until > today && <Paused shop={shop} />}
      {shop.status === 'active' && (
        <DaysForm key={shop.updated_at} shop={shop} today={today} result={actionData}>
          {promises && <PromisesNotice key={countPromises(promises)} promises={promises} outcome={actionData} />}
        </DaysForm>
      )}
    </>
  )
}

function Paused({ shop }: { shop: ShopProfileRow }) {
  return (
    <Notice tone="warning" className="mb-6 max-w-[720px]" title={`No new orders until ${day(shop.paused_until ?? '')}`}>
      <p className="mb-3">Nobody can order your products, and you cannot publish group buys. Running ones go on.</p>
      <Form method="post">
        <input type="hidden" name="seen" value={shop.updated_at} />
        <Button name="intent" value="resume" tone="plain">
          Take orders again now
        </Button>
      </Form>
    </Notice>
  )
}

interface DaysFormProps {
  shop: ShopProfileRow
  today: string
  result: Route.ComponentProps['actionData']
  children: React.ReactNode
}

function DaysForm({ shop, today, result, children }: DaysFormProps) {
  const { form, field, errors, values } = useFormFields(result)
  return (
    <Form ref={form} method="post" noValidate className="grid max-w-[720px] gap-8">
      <input type="hidden" name="seen" value={values?.seen ?? shop.updated_at} />
      <section aria-labelledby="closed">
        <SectionHeading id="closed">Closed days</SectionHeading>
        <ClosedDaysField
          stored={shop.closed_days.filter(({ until }) => until >= today)}
          values={values}
          error={errors.closed_days}
          today={today}
        />
      </section>
      <section aria-labelledby="pause" className="grid gap-5">
        <div>
          <SectionHeading id="pause">Pause the shop</SectionHeading>
          <p>
            Nobody can order your products before that day, and you cannot publish group buys. Running group buys and
            orders go on.
          </p>
        </div>
        <TextField
          label="No new orders until"
          type="date"
          min={addDays(today, 1)}
          {...field('paused_until', shop.paused_until)}
          required={false}
          hint="The first day on which you take orders again"
          className="max-w-80"
        />
        <TextArea
          label="Note about the pause"
          {...field('pause_note', shop.pause_note)}
          required={false}
          rows={2}
          maxLength={MAX_PAUSE_NOTE}
          hint="Buyers read it beside the day: we travel for Christmas"
        />
      </section>
      <section aria-labelledby="note">
        <SectionHeading id="note">Holiday note</SectionHeading>
        <TextArea
          label="Note about holidays"
          {...field('holiday_note', shop.holiday_note)}
          required={false}
          rows={2}
          maxLength={MAX_HOLIDAY_NOTE}
          hint="On your shop’s page, until you remove it"
        />
      </section>
      {children}
      <FormButtons back="/vendor/dashboard">Save days</FormButtons>
    </Form>
  )
}

export const meta: Route.MetaFunction = () =>
  pageMeta('Closed days and pause', 'When your shop is closed, and until when it takes no new orders.')
