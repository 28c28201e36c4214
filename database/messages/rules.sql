create function rights.my_conversation_ids() returns setof uuid language sql stable security definer set search_path = '' as
$$ select conversation_id from public.conversation_members where profile_id = auth.uid() $$;
