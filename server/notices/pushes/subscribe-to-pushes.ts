import { checkAlso, checkFields, text } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { arePushKeys } from '#platform/push/encrypt.ts'
import { isPublicEndpoint } from '#platform/push/public-internet.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** Maximum number of subscriptions per person; beyond it the oldest is deleted. */
const MAX_SUBSCRIPTIONS = 10

/**
 * Subscribes the caller's browser to pushes of their notices. On a shared phone the subscription moves to the last
 * person who subscribed.
 */
export const subscribeToPushes: Command<'subscribe-to-pushes'> = {
  name: 'subscribe-to-pushes',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['endpoint', 'p256dh', 'auth'],
  check: (raw) =>
    checkAlso(
      checkFields(raw, {
        endpoint: text({ label: 'Address', max: 1000 }),
        p256dh: text({ label: 'Key', max: 100 }),
        auth: text({ label: 'Secret', max: 100 }),
      }),
      ({ endpoint, ...keys }) => ({
        ...(!isPublicEndpoint(endpoint) && { endpoint: 'This is no address of a push service.' }),
        ...(!arePushKeys(keys) && { p256dh: 'These are no keys of a browser.' }),
      }),
    ),
  async run({ input, caller, tx }) {
    const session = caller.claims.session_id
    // An account that is being deleted concurrently gets no subscription.
    const { rows: people } = await tx.query(
      'select from public.profiles p where p.id = $1 and not rights.is_disabled(p.id) for no key update',
      [caller.userId],
    )
    const { rows: sessions } = await tx.query<{ user_agent: string }>(
      'select user_agent from public.session_for_push($1, $2) user_agent',
      [caller.userId, typeof session === 'string' ? session : null],
    )
    if (!people[0] || !sessions[0]) return refuse('sign_in_required')
    const { rows } = await tx.query<{ id: string }>(
      `insert into public.push_subscriptions as s (person_id, session_id, endpoint, p256dh, auth, user_agent) values ($1, $2, $3, $4, $5, nullif($6, ''))
       on conflict (endpoint) do update set person_id = excluded.person_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
         auth = excluded.auth, user_agent = excluded.user_agent, refusals = 0, created_at = now()
       returning s.id`,
      [caller.userId, session, input.endpoint, input.p256dh, input.auth, sessions[0].user_agent],
    )
    await tx.query(
      `delete from public.push_subscriptions where id in (
         select id from public.push_subscriptions where person_id = $1 and id <> $2 order by created_at desc, id offset $3)`,
      [caller.userId, rows[0]?.id, MAX_SUBSCRIPTIONS - 1],
    )
    return { subscription_id: rows[0]?.id ?? '' }
  },
}
