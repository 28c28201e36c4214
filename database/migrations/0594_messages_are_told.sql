-- Who has a message and does not look is told of it. Each message puts the telling off by a minute, so that a lively exchange tells nobody.
create function public.tell_of_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform jobs.enqueue('tell-of-messages', jsonb_build_object('conversation_id', new.conversation_id), now() + interval '1 minute',
    'messages:' || new.conversation_id);
  return null;
end $$;
revoke execute on function public.tell_of_messages() from public;
create trigger tell_of_messages after insert on public.messages for each row execute function public.tell_of_messages();

-- Reading a conversation reads the notice of it.
create function public.read_notice_of_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.notices set read_at = now() where person_id = new.profile_id and read_at is null
    and kind = 'message-waits' and link = '/account/messages/' || new.conversation_id;
  return null;
end $$;
revoke execute on function public.read_notice_of_messages() from public;
create trigger read_notice_of_messages after update of last_read_at on public.conversation_members for each row
  when (new.last_read_at is distinct from old.last_read_at) execute function public.read_notice_of_messages();
