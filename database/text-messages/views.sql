-- Runs with its owner's rights, for the confirmed number; the condition admits only the caller's own row.
create view public.my_text_channel as
  select rights.my_confirmed_phone() as confirmed_phone, c.channel, c.phone, c.given_at, c.ended_at, c.end_reason
  from (select auth.uid() as person_id) me
  left join lateral (select t.* from public.text_consents t where t.person_id = me.person_id order by t.given_at desc, t.id limit 1) c on true
  where me.person_id is not null and not (select rights.owes_second_step());
comment on view public.my_text_channel is 'The caller''s confirmed phone number and their latest consent to text messages.';

create view public.text_message_months with (security_invoker = true) as
  select public.lagos_month(coalesce(t.claimed_at, t.created_at)) as month, t.channel,
    count(*) filter (where t.status in ('sent', 'delivered', 'read', 'unknown'))::integer as sent,
    count(*) filter (where t.status in ('delivered', 'read'))::integer as delivered,
    count(*) filter (where t.status = 'failed')::integer as failed,
    count(*) filter (where t.status = 'unknown')::integer as unknown,
    count(*) filter (where t.status = 'dropped')::integer as dropped,
    count(*) filter (where t.status in ('waiting', 'sending'))::integer as waiting,
    coalesce(sum(t.cost_kobo), 0)::bigint as cost_kobo
  from public.text_messages t group by 1, 2;
comment on view public.text_message_months is 'Text messages and their cost by month (Lagos) and channel, for chiefs.';
