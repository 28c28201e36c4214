create function public.note_message() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.conversations set last_message_at = new.created_at where id = new.conversation_id;
  update public.conversation_members set last_read_at = new.created_at
  where conversation_id = new.conversation_id and profile_id = new.sender_id;
  return null;
end $$;

-- Notifies a member who has an unread message. Each message delays the notice by a minute, so that a lively exchange sends none.
create function public.notify_of_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform jobs.enqueue('notify-of-messages', jsonb_build_object('conversation_id', new.conversation_id), now() + interval '1 minute',
    'messages:' || new.conversation_id);
  return null;
end $$;

-- Reading a conversation marks its notice as read.
create function public.read_notice_of_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.notices set read_at = now() where person_id = new.profile_id and read_at is null
    and kind = 'message-waits' and link = '/account/messages/' || new.conversation_id;
  return null;
end $$;

create trigger a_clean_texts before insert or update of body on public.messages
  for each row execute function public.clean_texts('body');
create trigger announce after insert on public.messages for each row execute function realtime.announce_change('id');
create trigger log_act after insert or delete or update on public.messages
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('message', 'id', 'body');
create trigger note_message after insert on public.messages for each row execute function public.note_message();
create trigger notify_of_messages after insert on public.messages for each row execute function public.notify_of_messages();

create trigger a_clean_texts before insert or update of comment, reply, report_reason, judge_reason on public.reviews
  for each row execute function public.clean_texts('comment', 'reply', 'report_reason', 'judge_reason');
create trigger announce_table after insert or update or delete or truncate on public.reviews for each statement execute function realtime.announce_table();
create trigger guard_own_case before update on public.reviews for each row
  when (new.judged_by is distinct from old.judged_by) execute function public.guard_own_case('review', 'id', 'judged_by');
create trigger guard_review before insert or update on public.reviews for each row execute function public.guard_review();
create trigger guard_suspended before update of reply on public.reviews for each row when (new.reply is distinct from old.reply and new.reply is not null)
  execute function public.guard_suspended_words();
create trigger log_act after insert or delete or update on public.reviews
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('review', 'id', 'comment');

create trigger a_clean_texts before insert or update of display_name on public.conversation_members
  for each row execute function public.clean_texts('display_name');
create trigger log_act after insert or delete or update on public.conversation_members
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('conversation-member', 'conversation_id', 'display_name');
create trigger read_notice_of_messages after update of last_read_at on public.conversation_members for each row
  when (new.last_read_at is distinct from old.last_read_at) execute function public.read_notice_of_messages();

create trigger a_clean_texts before insert or update of subject on public.conversations
  for each row execute function public.clean_texts('subject');
create trigger log_act after insert or delete or update on public.conversations
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('conversation', 'id', 'subject');

create trigger a_clean_texts before insert or update of name, subject, message on public.contact_messages
  for each row execute function public.clean_texts('name', 'subject', 'message');
create trigger log_act after insert or delete or update on public.contact_messages
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('contact-message', 'id', 'name email subject message');
