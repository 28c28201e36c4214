-- When a group buy opens, a job tells the followers of its product and its shop, some hundred at a time: publishing waits for none of them.
create table public.follower_tellings (
  group_buy_id uuid primary key references public.group_buys (id) on delete cascade,
  told_to uuid,
  done_at timestamptz
);
comment on table public.follower_tellings is 'How far the followers of a buy have been told, in the order of their ids. A job that dies goes on from here and tells nobody twice.';
alter table public.follower_tellings enable row level security;
grant select, insert, update, delete on public.follower_tellings to service_role;
create trigger log_act after insert or update or delete on public.follower_tellings for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('follower-telling', 'group_buy_id', '');

create function public.tell_followers() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.follows where product_id = new.product_id) or exists (select from public.follows where vendor_id = new.vendor_id) then
    perform jobs.enqueue('tell-followers', jsonb_build_object('group_buy_id', new.id), now(), 'followers:' || new.id);
  end if;
  return null;
end $$;
revoke execute on function public.tell_followers() from public;
create trigger tell_followers_of_new after insert on public.group_buys for each row when (new.status = 'active') execute function public.tell_followers();
create trigger tell_followers after update of status on public.group_buys for each row
  when (old.status = 'draft' and new.status = 'active') execute function public.tell_followers();
