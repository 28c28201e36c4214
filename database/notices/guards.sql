create function public.delete_notices_of_person() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- The entries first: a relay that is at work on them is waited for, and its notices are then seen.
  delete from outbox.entries where person_id = old.id;
  delete from public.notices where person_id = old.id;
  return null;
end $$;

create function public.guard_notice_retention() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric not between 7 and 3650 or (new.value #>> '{}')::numeric % 1 <> 0 then
    raise exception 'Notices are kept for 7 to 3650 whole days' using errcode = 'PT400';
  end if;
  return new;
end $$;

-- Limits what one person follows: they are notified one buy at a time, and see all of it on one page of ids.
create function public.guard_follows() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.follows where follower_id = new.follower_id) >= 300 then
    raise exception 'You follow 300 shops and products, the most there can be. Stop following one first.' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- The lock serialises the inserts of one person, so that none of them misses another's row.
create function public.guard_saved_searches() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('saved-searches ' || new.person_id, 0));
  if (select count(*) from public.saved_searches where person_id = new.person_id) >= 20 then
    raise exception 'We look for 20 things for you, the most there can be. Remove one first.' using errcode = 'PT409';
  end if;
  return new;
end $$;

create function public.notify_of_restock() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.follows where product_id = new.id and wants_restock) then
    perform jobs.enqueue('notify-of-restock', jsonb_build_object('product_id', new.id), now(), 'restock:' || new.id);
  end if;
  return null;
end $$;

-- auth.ended_sessions records every end of a session: sign-out, a new password, a ban, a change of role.
create function public.delete_push_subscriptions_of_session() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.push_subscriptions where session_id = new.session_id;
  return null;
end $$;

create function public.notify_followers() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.follows where product_id = new.product_id) or exists (select from public.follows where vendor_id = new.vendor_id) then
    perform jobs.enqueue('notify-followers', jsonb_build_object('group_buy_id', new.id), now(), 'followers:' || new.id);
  end if;
  return null;
end $$;

create trigger announce after update on public.notices for each row execute function realtime.announce_change();
create trigger announce_new_rows after insert on public.notices referencing new table as fresh for each statement execute function realtime.announce_new_rows();
create trigger log_act after insert or update or delete on public.notices for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('notice', 'id', 'title body');

create trigger log_act after insert or update or delete on public.payment_reminders for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('payment-reminder', 'order_id', '');

create trigger guard_follows before insert on public.follows for each row execute function public.guard_follows();
create trigger log_act after insert or update or delete on public.follows for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('follow', 'id', '');

create trigger guard_saved_searches before insert on public.saved_searches for each row execute function public.guard_saved_searches();
create trigger log_act after insert or update or delete on public.saved_searches for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('saved-search', 'id', 'words');
create trigger notify_of_restock after update of available_quantity, min_quantity, share_date, archived_at, paused_until on public.products for each row
  when (not public.is_orderable(old) and public.is_orderable(new)) execute function public.notify_of_restock();

create trigger log_act after insert or update or delete on public.notice_preferences for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('notice-preference', 'person_id', '');

create trigger log_act after insert or update or delete on public.push_subscriptions for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('push-subscription', 'id', 'endpoint');

create trigger delete_push_subscriptions after insert on auth.ended_sessions for each row execute function public.delete_push_subscriptions_of_session();

create trigger log_act after insert or update or delete on public.pushes for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('push', 'id', 'title body');

create trigger log_act after insert or update or delete on public.follower_notifications for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('follower-notification', 'group_buy_id', '');

create function outbox.wake_relay() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.announce('outbox_filled', array['']);
  return null;
end $$;

create trigger wake_relay after insert on outbox.entries for each statement execute function outbox.wake_relay();
