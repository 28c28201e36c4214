import type { RouterContextProvider } from 'react-router'
import { apiContext, areaContext } from '#web/context.ts'
import { joinByForm } from '#web/group-buys/joining/join.ts'
import { typedUpToContext } from '#web/group-buys/overview/packs.server.tsx'

type Context = Readonly<RouterContextProvider>

/** Joins by the form of a buy's page. After a refusal, "take up to" shows again what was typed. */
export async function joinOnPage(context: Context, form: FormData) {
  const outcome = await joinByForm(context.get(apiContext), form, (await context.get(areaContext)())?.state)
  if (!outcome.joined) context.set(typedUpToContext, String(form.get('up_to') ?? ''))
  return outcome
}

export const readTypedUpTo = (context: Context): string => context.get(typedUpToContext)
