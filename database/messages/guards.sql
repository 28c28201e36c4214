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

-- Messages of staff to people: within their states while they have the role, and at most 100 first messages a day.
create function public.guard_conversation() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not rights.may_write_to(new.created_by, new.with_id, new.vendor_id) then
    raise exception 'Staff write to staff, and to buyers of and shops in their states' using errcode = 'PT403';
  end if;
  if not rights.may_write_about(new.created_by, new.with_id, new.order_id, new.buy_id, new.claim_id) then
    raise exception 'This is not about them, or not in your states' using errcode = 'PT403';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('conversations-of:' || new.created_by, 0));
  if (select count(*) from public.conversations c where c.created_by = new.created_by and c.kind = 'staff' and c.created_at > now() - interval '24 hours') >= 100 then
    raise exception 'You have begun 100 conversations in 24 hours, the most there can be' using errcode = 'PT409';
  end if;
  return new;
end $$;

create function public.guard_message() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  conversation public.conversations;
begin
  select * into conversation from public.conversations c where c.id = new.conversation_id;
  if conversation.kind = 'staff' and new.sender_id = conversation.created_by
    and not rights.may_write_to(new.sender_id, conversation.with_id, conversation.vendor_id) then
    raise exception 'You no longer look after this person or shop, so you cannot write here' using errcode = 'PT403';
  end if;
  if public.is_blocked_shop(new.conversation_id, new.sender_id) then
    raise exception 'This buyer takes messages of your shop only about open orders' using errcode = 'PT403';
  end if;
  if (select count(*) from (select from public.messages m where m.sender_id = new.sender_id and m.created_at > now() - interval '10 minutes' limit 60) recent) >= 60 then
    raise exception 'You have written 60 messages in 10 minutes. Please wait a little.' using errcode = 'PT409';
  end if;
  return new;
end $$;

create trigger a_clean_texts before insert or update of body on public.messages
  for each row execute function public.clean_texts('body');
create trigger announce after insert on public.messages for each row execute function realtime.announce_change('id');
create trigger guard_message before insert on public.messages for each row execute function public.guard_message();
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
create trigger guard_conversation before insert on public.conversations for each row when (new.kind = 'staff') execute function public.guard_conversation();
create trigger log_act after insert or delete or update on public.conversations
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('conversation', 'id', 'subject');

create trigger a_clean_texts before insert or update of name, subject, message on public.contact_messages
  for each row execute function public.clean_texts('name', 'subject', 'message');
create trigger log_act after insert or delete or update on public.contact_messages
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('contact-message', 'id', 'name email subject message');

create function public.open_support_case() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.support_cases (contact_id) values (new.id);
  return null;
end $$;
create trigger open_support_case after insert on public.contact_messages for each row execute function public.open_support_case();

-- A person who writes again opens the case again, with the place in the queue of the first message that is not answered; for the queue if its assignee no longer answers cases of this state.
create function public.reopen_support_case() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.support_cases s set written_at = case when s.status in ('new', 'assigned') then s.written_at else new.created_at end, status = 'new',
    assigned_to = case when rights.answers_support(s.assigned_to, s.state) then s.assigned_to end
  from public.conversations c where c.id = new.conversation_id and s.conversation_id = c.id and c.kind = 'support' and c.created_by = new.sender_id;
  return null;
end $$;
create trigger reopen_support_case after insert on public.messages for each row execute function public.reopen_support_case();

create function public.guard_support_case() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.assigned_to is distinct from old.assigned_to and new.assigned_to is not null and not rights.answers_support(new.assigned_to, new.state) then
    raise exception 'Only staff who look after this state can take it' using errcode = 'PT403';
  end if;
  if new.assigned_to is null then new.assigned_name := null; end if;
  if new.status in ('new', 'assigned') then new.status := case when new.assigned_to is null then 'new' else 'assigned' end; end if;
  return new;
end $$;
create trigger guard_own_case before update on public.support_cases for each row
  when (new.assigned_to is distinct from old.assigned_to) execute function public.guard_own_case('support_case', 'id', 'assigned_to');
create trigger guard_support_case before update on public.support_cases for each row execute function public.guard_support_case();
create trigger announce_table after insert or update or delete or truncate on public.support_cases for each statement execute function realtime.announce_table();
create trigger log_act after insert or delete or update on public.support_cases
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('support-case', 'id', '');

-- Serialises the answers of one case: the second of two who answer at once has not seen the first one's.
create function public.guard_support_entry() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  of_case public.support_cases;
begin
  select * into of_case from public.support_cases s where s.id = new.case_id for no key update;
  if not rights.answers_support(new.author_id, of_case.state) then
    raise exception 'Only staff who look after this state work on it' using errcode = 'PT403';
  end if;
  if new.kind = 'answer' and new.answer_no <> of_case.answers + 1 then
    raise exception 'Somebody has answered this meanwhile' using errcode = 'PT409';
  end if;
  return new;
end $$;
create function public.note_support_answer() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.support_cases set answers = new.answer_no, first_answered_at = coalesce(first_answered_at, new.created_at),
    status = case when new.solves then 'solved' else 'waiting' end where id = new.case_id;
  return null;
end $$;
create trigger a_clean_texts before insert or update of body on public.support_entries for each row execute function public.clean_texts('body');
create trigger guard_own_case before insert on public.support_entries for each row execute function public.guard_own_case('support_case', 'case_id', 'author_id');
create trigger guard_support_entry before insert on public.support_entries for each row execute function public.guard_support_entry();
create trigger note_support_answer after insert on public.support_entries for each row when (new.kind = 'answer') execute function public.note_support_answer();
create trigger log_act after insert or delete or update on public.support_entries
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('support-entry', 'id', '');

create function public.note_canned_answer() returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_by := auth.uid();
  new.updated_at := now();
  return new;
end $$;
create trigger a_clean_texts before insert or update of title, body on public.canned_answers for each row execute function public.clean_texts('title', 'body');
create trigger note_canned_answer before insert or update of title, topic, body on public.canned_answers for each row execute function public.note_canned_answer();
create trigger log_act after insert or delete or update on public.canned_answers
  for each row when (pg_trigger_depth() = 0 and rights.writes_at_the_tables()) execute function public.log_act('canned-answer', 'id', 'title body');
create trigger limit_changes after update on public.canned_answers
  referencing new table as written for each statement when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();
create trigger limit_removals after delete on public.canned_answers
  referencing old table as written for each statement when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();

-- Serialises the notices of one author, for the limit. The size is counted here, so that nothing sent decides about the second person.
create function public.guard_region_broadcast() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtextextended('region-broadcasts:' || new.author_id, 0));
    new.created_at := clock_timestamp();
    if new.author_id is null or not public.oversees_all(new.author_id, new.states) then
      raise exception 'Notices go to the people of states that you look after' using errcode = 'PT403';
    end if;
    if (select count(*) from public.region_broadcasts b where b.author_id = new.author_id and b.status not in ('withdrawn', 'refused')
      and b.created_at > new.created_at - interval '24 hours') >= 3 then
      raise exception 'Three notices in 24 hours are the most there can be' using errcode = 'PT409';
    end if;
    select count(*) into new.expected from public.people_of_region(new.states, new.audience, null);
    new.status := case when new.expected > 1000 then 'proposed' else 'scheduled' end;
  elsif (new.states, new.audience, new.title, new.body) is distinct from (old.states, old.audience, old.title, old.body) then
    raise exception 'A notice stays as it was written' using errcode = 'PT409';
  elsif new.status is distinct from old.status then
    if (old.status, new.status) not in (('proposed', 'scheduled'), ('proposed', 'refused'), ('proposed', 'withdrawn'), ('scheduled', 'withdrawn'),
      ('scheduled', 'sending'), ('sending', 'sent')) then
      raise exception 'This notice has moved on' using errcode = 'PT409';
    end if;
    if old.status = 'proposed' and new.status in ('scheduled', 'refused') and (new.approver_id is null or new.approver_id = old.author_id
      or not public.oversees_all(new.approver_id, old.states)) then
      raise exception 'A second person who looks after all of these states decides' using errcode = 'PT403';
    end if;
  end if;
  if new.status = 'scheduled' and new.starts_at is null then new.starts_at := clock_timestamp() + interval '1 minute'; end if;
  return new;
end $$;
create function public.schedule_region_broadcast() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform jobs.enqueue('send-region-broadcast', jsonb_build_object('broadcast_id', new.id), new.starts_at, 'region-broadcast:' || new.id);
  return null;
end $$;
create trigger a_clean_texts before insert or update of title, body on public.region_broadcasts for each row execute function public.clean_texts('title', 'body');
create trigger guard_region_broadcast before insert or update on public.region_broadcasts for each row execute function public.guard_region_broadcast();
create trigger log_act after insert or update or delete on public.region_broadcasts for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('region-broadcast', 'id', 'title body');
create trigger schedule_region_broadcast after insert or update of status on public.region_broadcasts for each row
  when (new.status = 'scheduled') execute function public.schedule_region_broadcast();
create trigger log_act after insert or update or delete on public.region_broadcast_recipients for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('region-broadcast-recipient', 'broadcast_id', '');

-- A report is of a text that somebody else wrote to the reporter; the text is kept as it was.
create function public.guard_message_report() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtextextended('reports-of:' || new.reporter_id, 0));
    new.created_at := clock_timestamp();
    select coalesce(m.sender_id, b.author_id), coalesce(m.body, b.body),
      case when w.role in ('customer', 'vendor') then coalesce(v.state, sc.state) end into new.writer_id, new.text, new.state
    from (select 1) one left join public.messages m on m.id = new.message_id left join public.conversations c on c.id = m.conversation_id
    left join public.support_cases sc on sc.conversation_id = c.id left join public.orders o on o.id = c.order_id left join public.claims k on k.id = c.claim_id
    left join public.buy_broadcasts b on b.id = new.buy_broadcast_id left join public.group_buys g on g.id = coalesce(b.group_buy_id, c.buy_id)
    left join public.vendors v on v.id = coalesce(o.vendor_id, k.vendor_id, g.vendor_id, c.vendor_id) left join public.profiles w on w.id = coalesce(m.sender_id, b.author_id)
    where new.message_id is not null and m.sender_id <> new.reporter_id
        and exists (select from public.conversation_members cm where cm.conversation_id = m.conversation_id and cm.profile_id = new.reporter_id)
      or b.body is not null and exists (select from public.buy_broadcast_recipients r where r.broadcast_id = b.id and r.person_id = new.reporter_id);
    if not found then raise exception 'Only messages that somebody wrote to you can be reported' using errcode = 'PT403'; end if;
    if exists (select from public.message_reports h where h.decision = 'hidden' and (h.message_id = new.message_id or h.buy_broadcast_id = new.buy_broadcast_id)) then
      raise exception 'This message is hidden already' using errcode = 'PT409';
    end if;
    if (select count(*) from public.message_reports r where r.reporter_id = new.reporter_id and r.created_at > new.created_at - interval '24 hours') >= 20 then
      raise exception 'You have reported 20 messages in 24 hours, the most there can be' using errcode = 'PT409';
    end if;
  elsif new.decided_at is not null and old.decided_at is null then
    if not rights.judges_report(new.decided_by, old.state) then
      raise exception 'A report is decided by staff of its state' using errcode = 'PT403';
    end if;
  elsif new.decision is distinct from old.decision then
    raise exception 'This report was decided before' using errcode = 'PT409';
  end if;
  return new;
end $$;
create trigger a_clean_texts before insert or update of reason, decision_reason on public.message_reports for each row execute function public.clean_texts('reason', 'decision_reason');
create trigger guard_own_case before update on public.message_reports for each row
  when (new.decided_by is distinct from old.decided_by) execute function public.guard_own_case('message_report', 'id', 'decided_by');
create trigger guard_message_report before insert or update on public.message_reports for each row execute function public.guard_message_report();
create trigger log_act after insert or update or delete on public.message_reports for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('message-report', 'id', '');
create trigger log_act after insert or update or delete on public.shop_blocks for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('shop-block', 'vendor_id', '');
