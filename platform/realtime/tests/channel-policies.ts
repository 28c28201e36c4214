import type { TestDatabase } from '#platform/postgres/testing.ts'

export const ADA = '00000000-0000-4000-8000-00000000000a'
export const BOLA = '00000000-0000-4000-8000-00000000000b'
/** A conversation of Ada's, and one of Bola's. */
export const CONVERSATION = '00000000-0000-4000-8000-0000000000c1'
export const OTHER_CONVERSATION = '00000000-0000-4000-8000-0000000000c2'

/**
 * Conversations with members: those who may write also write. Everyone hears the topic "hall"; in "cast:…", the policy
 * cannot read the topic.
 */
export async function createConversations({ owner }: TestDatabase): Promise<void> {
  await owner.query(`
    create table public.talk_members (talk uuid, person uuid, writes boolean not null default true);
    grant select on public.talk_members to authenticated;
    insert into public.talk_members values ('${CONVERSATION}', '${ADA}'), ('${OTHER_CONVERSATION}', '${BOLA}');
    create function public.person() returns uuid language sql stable
      as $$ select (current_setting('request.jwt.claims', true)::jsonb ->> 'sub')::uuid $$;
    grant execute on function public.person() to authenticated, anon;
    create policy members_read on realtime.messages for select to authenticated using (exists (
      select from public.talk_members t where t.talk = realtime.topic_id('talk') and t.person = public.person()));
    create policy members_write on realtime.messages for insert to authenticated with check (exists (
      select from public.talk_members t where t.talk = realtime.topic_id('talk') and t.person = public.person() and t.writes));
    create policy hall on realtime.messages for select to anon, authenticated
      using (realtime.topic() = 'hall' and extension = 'broadcast');
    create policy presence_only on realtime.messages for select to authenticated using (realtime.topic() = 'desk' and extension = 'presence');
    create policy presence_write on realtime.messages for insert to authenticated with check (realtime.topic() = 'desk' and extension = 'presence');
    create policy cast_topics on realtime.messages for all to authenticated
      using (case when realtime.topic() like 'cast:%' then split_part(realtime.topic(), ':', 2)::uuid = public.person() else false end);
    create policy counted on realtime.messages for select to anon, authenticated
      using (realtime.topic() like 'counted:%' and extension = 'broadcast')`)
}
