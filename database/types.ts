// Generated from the database by `npm run generate`. Rows and results of functions as the table API brings them.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export interface Wire {
  public: {
    Tables: {
      account_suspensions: {
        Row: {
          id: string
          person_id: string
          reason: string
          suspended_by: string
          suspended_at: string
          ended_by: string | null
          ended_at: string | null
          end_reason: string | null
          by_chief: boolean
        }
        Insert: {
          id?: string
          person_id: string
          reason: string
          suspended_by: string
          suspended_at?: string
          ended_by?: string | null
          ended_at?: string | null
          end_reason?: string | null
          by_chief?: boolean
        }
        Update: {
          id?: string
          person_id?: string
          reason?: string
          suspended_by?: string
          suspended_at?: string
          ended_by?: string | null
          ended_at?: string | null
          end_reason?: string | null
          by_chief?: boolean
        }
        Relationships: [{ foreignKeyName: 'account_suspensions_ended_by_fkey'; columns: ['ended_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'account_suspensions_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'account_suspensions_suspended_by_fkey'; columns: ['suspended_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      addresses: {
        Row: {
          id: string
          user_id: string
          label: string
          recipient: string
          phone: string
          street: string
          landmark: string
          state: string
          lga: string
          created_at: string
          updated_at: string
        }
        Insert: {
          id?: string
          user_id: string
          label: string
          recipient: string
          phone: string
          street: string
          landmark?: string
          state: string
          lga: string
          created_at?: string
          updated_at?: string
        }
        Update: {
          id?: string
          user_id?: string
          label?: string
          recipient?: string
          phone?: string
          street?: string
          landmark?: string
          state?: string
          lga?: string
          created_at?: string
          updated_at?: string
        }
        Relationships: [{ foreignKeyName: 'addresses_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }, { foreignKeyName: 'addresses_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'local_government_of_its_state'; columns: ['state', 'lga']; isOneToOne: false; referencedRelation: 'local_governments'; referencedColumns: ['state', 'name'] }]
      }
      advertisements: {
        Row: {
          id: string
          page: string
          position: string
          title: string
          image_url: string | null
          link_url: string | null
          status: string
          start_date: string
          end_date: string
          created_at: string
          updated_at: string
        }
        Insert: {
          id?: string
          page: string
          position: string
          title: string
          image_url?: string | null
          link_url?: string | null
          status?: string
          start_date: string
          end_date: string
          created_at?: string
          updated_at?: string
        }
        Update: {
          id?: string
          page?: string
          position?: string
          title?: string
          image_url?: string | null
          link_url?: string | null
          status?: string
          start_date?: string
          end_date?: string
          created_at?: string
          updated_at?: string
        }
        Relationships: []
      }
      ajo_circles: {
        Row: {
          id: string
          name: string
          monthly_kobo: number
          seats: number
          months: number
          due_day: number
          status: string
          starter_id: string
          invitation: string
          started_at: string | null
          ended_at: string | null
          created_at: string
          kind: string
        }
        Insert: {
          id?: string
          name: string
          monthly_kobo: number
          seats: number
          months: number
          due_day: number
          status?: string
          starter_id: string
          invitation?: string
          started_at?: string | null
          ended_at?: string | null
          created_at?: string
          kind?: string
        }
        Update: {
          id?: string
          name?: string
          monthly_kobo?: number
          seats?: number
          months?: number
          due_day?: number
          status?: string
          starter_id?: string
          invitation?: string
          started_at?: string | null
          ended_at?: string | null
          created_at?: string
          kind?: string
        }
        Relationships: [{ foreignKeyName: 'ajo_circles_starter_id_fkey'; columns: ['starter_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      ajo_contributions: {
        Row: {
          id: string
          circle_id: string
          member_id: string
          month: number
          amount_kobo: number
          paid_at: string | null
          payment_id: string | null
          reversed_at: string | null
        }
        Insert: {
          id?: string
          circle_id: string
          member_id: string
          month: number
          amount_kobo: number
          paid_at?: string | null
          payment_id?: string | null
          reversed_at?: string | null
        }
        Update: {
          id?: string
          circle_id?: string
          member_id?: string
          month?: number
          amount_kobo?: number
          paid_at?: string | null
          payment_id?: string | null
          reversed_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'ajo_contributions_payment_id_fkey'; columns: ['payment_id']; isOneToOne: true; referencedRelation: 'payments'; referencedColumns: ['id'] }, { foreignKeyName: 'of_a_month'; columns: ['circle_id', 'month']; isOneToOne: false; referencedRelation: 'ajo_months'; referencedColumns: ['circle_id', 'month'] }, { foreignKeyName: 'of_its_circle'; columns: ['member_id', 'circle_id']; isOneToOne: false; referencedRelation: 'ajo_members'; referencedColumns: ['id', 'circle_id'] }, { foreignKeyName: 'one_sum_for_everybody'; columns: ['circle_id', 'amount_kobo']; isOneToOne: false; referencedRelation: 'ajo_circles'; referencedColumns: ['id', 'monthly_kobo'] }]
      }
      ajo_members: {
        Row: {
          id: string
          circle_id: string
          person_id: string
          status: string
          joined_at: string
          ended_at: string | null
          turn: number | null
        }
        Insert: {
          id?: string
          circle_id: string
          person_id: string
          status?: string
          joined_at?: string
          ended_at?: string | null
          turn?: number | null
        }
        Update: {
          id?: string
          circle_id?: string
          person_id?: string
          status?: string
          joined_at?: string
          ended_at?: string | null
          turn?: number | null
        }
        Relationships: [{ foreignKeyName: 'ajo_members_circle_id_fkey'; columns: ['circle_id']; isOneToOne: false; referencedRelation: 'ajo_circles'; referencedColumns: ['id'] }, { foreignKeyName: 'ajo_members_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      ajo_months: {
        Row: {
          circle_id: string
          month: number
          due_on: string
          closes_at: string
          closed_at: string | null
          group_buy_id: string | null
          quantity: number | null
          outcome: string | null
        }
        Insert: {
          circle_id: string
          month: number
          due_on: string
          closes_at: string
          closed_at?: string | null
          group_buy_id?: string | null
          quantity?: number | null
          outcome?: string | null
        }
        Update: {
          circle_id?: string
          month?: number
          due_on?: string
          closes_at?: string
          closed_at?: string | null
          group_buy_id?: string | null
          quantity?: number | null
          outcome?: string | null
        }
        Relationships: [{ foreignKeyName: 'ajo_months_circle_id_fkey'; columns: ['circle_id']; isOneToOne: false; referencedRelation: 'ajo_circles'; referencedColumns: ['id'] }, { foreignKeyName: 'ajo_months_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }]
      }
      ajo_orders: {
        Row: {
          member_id: string
          circle_id: string
          month: number
          order_id: string
          payment_id: string
        }
        Insert: {
          member_id: string
          circle_id: string
          month: number
          order_id: string
          payment_id: string
        }
        Update: {
          member_id?: string
          circle_id?: string
          month?: number
          order_id?: string
          payment_id?: string
        }
        Relationships: [{ foreignKeyName: 'ajo_orders_order_id_fkey'; columns: ['order_id']; isOneToOne: true; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'ajo_orders_payment_id_fkey'; columns: ['payment_id']; isOneToOne: true; referencedRelation: 'payments'; referencedColumns: ['id'] }, { foreignKeyName: 'of_a_month'; columns: ['circle_id', 'month']; isOneToOne: false; referencedRelation: 'ajo_months'; referencedColumns: ['circle_id', 'month'] }, { foreignKeyName: 'of_its_circle'; columns: ['member_id', 'circle_id']; isOneToOne: false; referencedRelation: 'ajo_members'; referencedColumns: ['id', 'circle_id'] }]
      }
      ajo_payments: {
        Row: {
          payment_id: string
          contribution_id: string
        }
        Insert: {
          payment_id: string
          contribution_id: string
        }
        Update: {
          payment_id?: string
          contribution_id?: string
        }
        Relationships: [{ foreignKeyName: 'ajo_payments_contribution_id_fkey'; columns: ['contribution_id']; isOneToOne: false; referencedRelation: 'ajo_contributions'; referencedColumns: ['id'] }, { foreignKeyName: 'ajo_payments_payment_id_fkey'; columns: ['payment_id']; isOneToOne: true; referencedRelation: 'payments'; referencedColumns: ['id'] }]
      }
      ajo_pot_parts: {
        Row: {
          giver_id: string
          circle_id: string
          month: number
          receiver_id: string
          amount_kobo: number
          given_at: string
        }
        Insert: {
          giver_id: string
          circle_id?: string
          month?: number
          receiver_id: string
          amount_kobo: number
          given_at?: string
        }
        Update: {
          giver_id?: string
          circle_id?: string
          month?: number
          receiver_id?: string
          amount_kobo?: number
          given_at?: string
        }
        Relationships: [{ foreignKeyName: 'giver_of_its_circle'; columns: ['giver_id', 'circle_id']; isOneToOne: false; referencedRelation: 'ajo_members'; referencedColumns: ['id', 'circle_id'] }, { foreignKeyName: 'of_a_month'; columns: ['circle_id', 'month']; isOneToOne: false; referencedRelation: 'ajo_months'; referencedColumns: ['circle_id', 'month'] }, { foreignKeyName: 'one_sum_for_everybody'; columns: ['circle_id', 'amount_kobo']; isOneToOne: false; referencedRelation: 'ajo_circles'; referencedColumns: ['id', 'monthly_kobo'] }, { foreignKeyName: 'receiver_of_its_circle'; columns: ['receiver_id', 'circle_id']; isOneToOne: false; referencedRelation: 'ajo_members'; referencedColumns: ['id', 'circle_id'] }]
      }
      ajo_reminders: {
        Row: {
          contribution_id: string
          step: string
          sent_at: string
        }
        Insert: {
          contribution_id: string
          step: string
          sent_at?: string
        }
        Update: {
          contribution_id?: string
          step?: string
          sent_at?: string
        }
        Relationships: [{ foreignKeyName: 'ajo_reminders_contribution_id_fkey'; columns: ['contribution_id']; isOneToOne: false; referencedRelation: 'ajo_contributions'; referencedColumns: ['id'] }]
      }
      ajo_settlements: {
        Row: {
          id: string
          circle_id: string
          payer_id: string
          receiver_id: string
          amount_kobo: number
          settled_at: string
        }
        Insert: {
          id?: string
          circle_id: string
          payer_id: string
          receiver_id: string
          amount_kobo: number
          settled_at?: string
        }
        Update: {
          id?: string
          circle_id?: string
          payer_id?: string
          receiver_id?: string
          amount_kobo?: number
          settled_at?: string
        }
        Relationships: [{ foreignKeyName: 'payer_of_its_circle'; columns: ['payer_id', 'circle_id']; isOneToOne: false; referencedRelation: 'ajo_members'; referencedColumns: ['id', 'circle_id'] }, { foreignKeyName: 'receiver_of_its_circle'; columns: ['receiver_id', 'circle_id']; isOneToOne: false; referencedRelation: 'ajo_members'; referencedColumns: ['id', 'circle_id'] }]
      }
      ajo_votes: {
        Row: {
          member_id: string
          circle_id: string
          month: number
          group_buy_id: string
          voted_at: string
        }
        Insert: {
          member_id: string
          circle_id: string
          month: number
          group_buy_id: string
          voted_at?: string
        }
        Update: {
          member_id?: string
          circle_id?: string
          month?: number
          group_buy_id?: string
          voted_at?: string
        }
        Relationships: [{ foreignKeyName: 'ajo_votes_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'of_a_month'; columns: ['circle_id', 'month']; isOneToOne: false; referencedRelation: 'ajo_months'; referencedColumns: ['circle_id', 'month'] }, { foreignKeyName: 'of_its_circle'; columns: ['member_id', 'circle_id']; isOneToOne: false; referencedRelation: 'ajo_members'; referencedColumns: ['id', 'circle_id'] }]
      }
      allowed_moves: {
        Row: {
          subject: string
          from_status: string
          to_status: string
          causes: string[]
        }
        Insert: {
          subject: string
          from_status: string
          to_status: string
          causes: string[]
        }
        Update: {
          subject?: string
          from_status?: string
          to_status?: string
          causes?: string[]
        }
        Relationships: []
      }
      audit_log: {
        Row: {
          id: number
          actor_id: string | null
          action: string
          subject_type: string
          subject_id: string | null
          before: Json | null
          after: Json | null
          at: string
          subject_name: string | null
        }
        Insert: {
          actor_id?: string | null
          action: string
          subject_type: string
          subject_id?: string | null
          before?: Json | null
          after?: Json | null
          at?: string
          subject_name?: string | null
        }
        Update: {
          actor_id?: string | null
          action?: string
          subject_type?: string
          subject_id?: string | null
          before?: Json | null
          after?: Json | null
          at?: string
          subject_name?: string | null
        }
        Relationships: []
      }
      audit_runs: {
        Row: {
          id: string
          cause: string
          requested_by: string | null
          started_at: string
          ended_at: string
          findings: Json
          transfers: number
          chain: string
          chain_until: string
        }
        Insert: {
          id?: string
          cause: string
          requested_by?: string | null
          started_at?: string
          ended_at?: string
          findings: Json
          transfers: number
          chain: string
          chain_until: string
        }
        Update: {
          id?: string
          cause?: string
          requested_by?: string | null
          started_at?: string
          ended_at?: string
          findings?: Json
          transfers?: number
          chain?: string
          chain_until?: string
        }
        Relationships: [{ foreignKeyName: 'audit_runs_requested_by_fkey'; columns: ['requested_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      bank_accounts: {
        Row: {
          id: string
          vendor_id: string
          bank_code: string
          bank_name: string
          account_number: string
          last_four: string
          account_name: string
          payee_code: string | null
          added_by: string
          since: string
          ended_at: string | null
        }
        Insert: {
          id?: string
          vendor_id: string
          bank_code: string
          bank_name: string
          account_number: string
          account_name: string
          payee_code?: string | null
          added_by: string
          since?: string
          ended_at?: string | null
        }
        Update: {
          id?: string
          vendor_id?: string
          bank_code?: string
          bank_name?: string
          account_number?: string
          account_name?: string
          payee_code?: string | null
          added_by?: string
          since?: string
          ended_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'bank_accounts_added_by_fkey'; columns: ['added_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'bank_accounts_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      banks: {
        Row: {
          code: string
          name: string
          listed_at: string
          gateway_bank_id: string | null
        }
        Insert: {
          code: string
          name: string
          listed_at?: string
          gateway_bank_id?: string | null
        }
        Update: {
          code?: string
          name?: string
          listed_at?: string
          gateway_bank_id?: string | null
        }
        Relationships: []
      }
      banners: {
        Row: {
          id: string
          title: string
          title_pcm: string | null
          title_ha: string | null
          title_yo: string | null
          title_ig: string | null
          link_path: string | null
          tone: string
          audience: string
          state: string | null
          starts_at: string
          ends_at: string
          ended_at: string | null
          shown_until: string
          author_id: string | null
          created_at: string
          updated_at: string
        }
        Insert: {
          id?: string
          title: string
          title_pcm?: string | null
          title_ha?: string | null
          title_yo?: string | null
          title_ig?: string | null
          link_path?: string | null
          tone: string
          audience: string
          state?: string | null
          starts_at?: string
          ends_at: string
          ended_at?: string | null
          author_id?: string | null
          created_at?: string
          updated_at?: string
        }
        Update: {
          id?: string
          title?: string
          title_pcm?: string | null
          title_ha?: string | null
          title_yo?: string | null
          title_ig?: string | null
          link_path?: string | null
          tone?: string
          audience?: string
          state?: string | null
          starts_at?: string
          ends_at?: string
          ended_at?: string | null
          author_id?: string | null
          created_at?: string
          updated_at?: string
        }
        Relationships: [{ foreignKeyName: 'banners_author_id_fkey'; columns: ['author_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'banners_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }]
      }
      blog_categories: {
        Row: {
          id: string
          name: string
          slug: string
        }
        Insert: {
          id?: string
          name: string
          slug: string
        }
        Update: {
          id?: string
          name?: string
          slug?: string
        }
        Relationships: []
      }
      blog_post_tags: {
        Row: {
          post_id: string
          tag_id: string
        }
        Insert: {
          post_id: string
          tag_id: string
        }
        Update: {
          post_id?: string
          tag_id?: string
        }
        Relationships: [{ foreignKeyName: 'blog_post_tags_post_id_fkey'; columns: ['post_id']; isOneToOne: false; referencedRelation: 'blog_posts'; referencedColumns: ['id'] }, { foreignKeyName: 'blog_post_tags_tag_id_fkey'; columns: ['tag_id']; isOneToOne: false; referencedRelation: 'blog_tags'; referencedColumns: ['id'] }]
      }
      blog_posts: {
        Row: {
          id: string
          slug: string
          title: string
          excerpt: string | null
          content: string
          featured_image: string | null
          status: string
          published_at: string | null
          author_id: string
          category_id: string | null
          created_at: string
          updated_at: string
        }
        Insert: {
          id?: string
          slug: string
          title?: string
          excerpt?: string | null
          content?: string
          featured_image?: string | null
          status?: string
          published_at?: string | null
          author_id?: string
          category_id?: string | null
          created_at?: string
          updated_at?: string
        }
        Update: {
          id?: string
          slug?: string
          title?: string
          excerpt?: string | null
          content?: string
          featured_image?: string | null
          status?: string
          published_at?: string | null
          author_id?: string
          category_id?: string | null
          created_at?: string
          updated_at?: string
        }
        Relationships: [{ foreignKeyName: 'blog_posts_author_id_fkey'; columns: ['author_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'blog_posts_category_id_fkey'; columns: ['category_id']; isOneToOne: false; referencedRelation: 'blog_categories'; referencedColumns: ['id'] }]
      }
      blog_tags: {
        Row: {
          id: string
          name: string
          slug: string
        }
        Insert: {
          id?: string
          name: string
          slug: string
        }
        Update: {
          id?: string
          name?: string
          slug?: string
        }
        Relationships: []
      }
      book_comparisons: {
        Row: {
          id: string
          gateway: string
          from_day: string
          to_day: string
          records: number
          differences: number
          made_at: string
        }
        Insert: {
          id?: string
          gateway: string
          from_day: string
          to_day: string
          records: number
          differences: number
          made_at?: string
        }
        Update: {
          id?: string
          gateway?: string
          from_day?: string
          to_day?: string
          records?: number
          differences?: number
          made_at?: string
        }
        Relationships: []
      }
      book_differences: {
        Row: {
          id: string
          gateway: string
          kind: string
          reference: string
          fault: string
          gateway_kobo: number | null
          ledger_kobo: number | null
          gateway_status: string | null
          happened_at: string
          found_at: string
          cleared_at: string | null
          resolved_at: string | null
          resolved_by: string | null
          reason: string | null
        }
        Insert: {
          id?: string
          gateway: string
          kind: string
          reference: string
          fault: string
          gateway_kobo?: number | null
          ledger_kobo?: number | null
          gateway_status?: string | null
          happened_at: string
          found_at?: string
          cleared_at?: string | null
          resolved_at?: string | null
          resolved_by?: string | null
          reason?: string | null
        }
        Update: {
          id?: string
          gateway?: string
          kind?: string
          reference?: string
          fault?: string
          gateway_kobo?: number | null
          ledger_kobo?: number | null
          gateway_status?: string | null
          happened_at?: string
          found_at?: string
          cleared_at?: string | null
          resolved_at?: string | null
          resolved_by?: string | null
          reason?: string | null
        }
        Relationships: [{ foreignKeyName: 'book_differences_resolved_by_fkey'; columns: ['resolved_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      business_members: {
        Row: {
          id: string
          business_id: string
          person_id: string | null
          role: string
          email: string | null
          phone: string | null
          invited_by: string
          created_at: string
          accepted_at: string | null
          ended_at: string | null
          orders_for_business: boolean
        }
        Insert: {
          id?: string
          business_id: string
          person_id?: string | null
          role: string
          email?: string | null
          phone?: string | null
          invited_by: string
          created_at?: string
          accepted_at?: string | null
          ended_at?: string | null
          orders_for_business?: boolean
        }
        Update: {
          id?: string
          business_id?: string
          person_id?: string | null
          role?: string
          email?: string | null
          phone?: string | null
          invited_by?: string
          created_at?: string
          accepted_at?: string | null
          ended_at?: string | null
          orders_for_business?: boolean
        }
        Relationships: [{ foreignKeyName: 'business_members_business_id_fkey'; columns: ['business_id']; isOneToOne: false; referencedRelation: 'businesses'; referencedColumns: ['id'] }, { foreignKeyName: 'business_members_invited_by_fkey'; columns: ['invited_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'business_members_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      businesses: {
        Row: {
          id: string
          name: string
          tin: string
          address: string
          state: string
          status: string
          new_name: string | null
          new_tin: string | null
          new_address: string | null
          requested_at: string
          decided_by: string | null
          decided_at: string | null
          decision_note: string
          created_at: string
        }
        Insert: {
          id?: string
          name: string
          tin: string
          address: string
          state: string
          status?: string
          new_name?: string | null
          new_tin?: string | null
          new_address?: string | null
          requested_at?: string
          decided_by?: string | null
          decided_at?: string | null
          decision_note?: string
          created_at?: string
        }
        Update: {
          id?: string
          name?: string
          tin?: string
          address?: string
          state?: string
          status?: string
          new_name?: string | null
          new_tin?: string | null
          new_address?: string | null
          requested_at?: string
          decided_by?: string | null
          decided_at?: string | null
          decision_note?: string
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'businesses_decided_by_fkey'; columns: ['decided_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'businesses_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }]
      }
      buy_broadcast_recipients: {
        Row: {
          broadcast_id: string
          person_id: string
          notified_at: string | null
        }
        Insert: {
          broadcast_id: string
          person_id: string
          notified_at?: string | null
        }
        Update: {
          broadcast_id?: string
          person_id?: string
          notified_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'buy_broadcast_recipients_broadcast_id_fkey'; columns: ['broadcast_id']; isOneToOne: false; referencedRelation: 'buy_broadcasts'; referencedColumns: ['id'] }, { foreignKeyName: 'buy_broadcast_recipients_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      buy_broadcasts: {
        Row: {
          id: string
          group_buy_id: string
          author_id: string | null
          kind: string
          audience: string
          body: string | null
          days: number | null
          former_end_date: string | null
          end_date: string | null
          former_share_date: string | null
          share_date: string | null
          recipients: number
          created_at: string
          notified_at: string | null
          by_staff: boolean
        }
        Insert: {
          id?: string
          group_buy_id: string
          author_id?: string | null
          kind: string
          audience?: string
          body?: string | null
          days?: number | null
          former_end_date?: string | null
          end_date?: string | null
          former_share_date?: string | null
          share_date?: string | null
          recipients?: number
          created_at?: string
          notified_at?: string | null
          by_staff?: boolean
        }
        Update: {
          id?: string
          group_buy_id?: string
          author_id?: string | null
          kind?: string
          audience?: string
          body?: string | null
          days?: number | null
          former_end_date?: string | null
          end_date?: string | null
          former_share_date?: string | null
          share_date?: string | null
          recipients?: number
          created_at?: string
          notified_at?: string | null
          by_staff?: boolean
        }
        Relationships: [{ foreignKeyName: 'buy_broadcasts_author_id_fkey'; columns: ['author_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'buy_broadcasts_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }]
      }
      buy_cycles: {
        Row: {
          id: string
          vendor_id: string
          product_id: string
          period: string
          share_day: number
          status: string
          pause_reason: string | null
          next_opens_at: string
          next_end_date: string
          next_share_date: string
          created_at: string
          ended_at: string | null
        }
        Insert: {
          id?: string
          vendor_id: string
          product_id: string
          period: string
          share_day: number
          status?: string
          pause_reason?: string | null
          next_opens_at: string
          next_end_date: string
          next_share_date: string
          created_at?: string
          ended_at?: string | null
        }
        Update: {
          id?: string
          vendor_id?: string
          product_id?: string
          period?: string
          share_day?: number
          status?: string
          pause_reason?: string | null
          next_opens_at?: string
          next_end_date?: string
          next_share_date?: string
          created_at?: string
          ended_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'buy_cycles_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }, { foreignKeyName: 'buy_cycles_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      buy_pictures: {
        Row: {
          id: string
          group_buy_id: string
          bucket: string
          path: string
          url: string
          caption: string
          position: number
          created_at: string
          hidden_at: string | null
          hidden_by: string | null
          hide_reason: string | null
        }
        Insert: {
          id?: string
          group_buy_id: string
          bucket?: string
          path: string
          url?: string
          caption?: string
          position?: number
          created_at?: string
          hidden_at?: string | null
          hidden_by?: string | null
          hide_reason?: string | null
        }
        Update: {
          id?: string
          group_buy_id?: string
          bucket?: string
          path?: string
          url?: string
          caption?: string
          position?: number
          created_at?: string
          hidden_at?: string | null
          hidden_by?: string | null
          hide_reason?: string | null
        }
        Relationships: [{ foreignKeyName: 'buy_pictures_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'buy_pictures_hidden_by_fkey'; columns: ['hidden_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      buy_templates: {
        Row: {
          id: string
          vendor_id: string
          group_buy_id: string
          name: string
          created_at: string
        }
        Insert: {
          id?: string
          vendor_id?: string
          group_buy_id: string
          name: string
          created_at?: string
        }
        Update: {
          id?: string
          vendor_id?: string
          group_buy_id?: string
          name?: string
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'buy_templates_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'buy_templates_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      buy_waits: {
        Row: {
          id: string
          group_buy_id: string
          person_id: string
          quantity: number
          status: string
          is_open: boolean
          created_at: string
          offer_expires_at: string | null
          ended_at: string | null
          notified_status: string | null
        }
        Insert: {
          id?: string
          group_buy_id: string
          person_id: string
          quantity: number
          status?: string
          created_at?: string
          offer_expires_at?: string | null
          ended_at?: string | null
          notified_status?: string | null
        }
        Update: {
          id?: string
          group_buy_id?: string
          person_id?: string
          quantity?: number
          status?: string
          created_at?: string
          offer_expires_at?: string | null
          ended_at?: string | null
          notified_status?: string | null
        }
        Relationships: [{ foreignKeyName: 'buy_waits_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'buy_waits_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      buyer_areas: {
        Row: {
          profile_id: string
          state: string
          lga: string
          updated_at: string
        }
        Insert: {
          profile_id?: string
          state: string
          lga: string
          updated_at?: string
        }
        Update: {
          profile_id?: string
          state?: string
          lga?: string
          updated_at?: string
        }
        Relationships: [{ foreignKeyName: 'buyer_areas_profile_id_fkey'; columns: ['profile_id']; isOneToOne: true; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'local_government_of_its_state'; columns: ['state', 'lga']; isOneToOne: false; referencedRelation: 'local_governments'; referencedColumns: ['state', 'name'] }]
      }
      canned_answers: {
        Row: {
          id: string
          title: string
          topic: string
          body: string
          updated_by: string | null
          updated_at: string
        }
        Insert: {
          id?: string
          title: string
          topic?: string
          body: string
          updated_by?: string | null
          updated_at?: string
        }
        Update: {
          id?: string
          title?: string
          topic?: string
          body?: string
          updated_by?: string | null
          updated_at?: string
        }
        Relationships: [{ foreignKeyName: 'canned_answers_updated_by_fkey'; columns: ['updated_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      cart_items: {
        Row: {
          profile_id: string
          product_id: string
          quantity: number
          seen_kobo: number
          changed_at: string
          created_at: string
        }
        Insert: {
          profile_id: string
          product_id: string
          quantity: number
          seen_kobo: number
          changed_at: string
          created_at?: string
        }
        Update: {
          profile_id?: string
          product_id?: string
          quantity?: number
          seen_kobo?: number
          changed_at?: string
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'cart_items_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }, { foreignKeyName: 'cart_items_profile_id_fkey'; columns: ['profile_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      checkouts: {
        Row: {
          id: string
          user_id: string
          status: string
          hold_expires_at: string
          created_at: string
          updated_at: string
        }
        Insert: {
          id?: string
          user_id: string
          status?: string
          hold_expires_at?: string
          created_at?: string
          updated_at?: string
        }
        Update: {
          id?: string
          user_id?: string
          status?: string
          hold_expires_at?: string
          created_at?: string
          updated_at?: string
        }
        Relationships: [{ foreignKeyName: 'checkouts_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      claim_events: {
        Row: {
          id: string
          claim_id: string
          kind: string
          part: string
          author_id: string | null
          text: string
          created_at: string
        }
        Insert: {
          id?: string
          claim_id: string
          kind: string
          part: string
          author_id?: string | null
          text?: string
          created_at?: string
        }
        Update: {
          id?: string
          claim_id?: string
          kind?: string
          part?: string
          author_id?: string | null
          text?: string
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'claim_events_author_id_fkey'; columns: ['author_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'claim_events_claim_id_fkey'; columns: ['claim_id']; isOneToOne: false; referencedRelation: 'claims'; referencedColumns: ['id'] }]
      }
      claim_evidence: {
        Row: {
          id: string
          claim_id: string
          part: string
          path: string
          type: string
          created_at: string
        }
        Insert: {
          id?: string
          claim_id: string
          part: string
          path: string
          type: string
          created_at?: string
        }
        Update: {
          id?: string
          claim_id?: string
          part?: string
          path?: string
          type?: string
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'claim_evidence_claim_id_fkey'; columns: ['claim_id']; isOneToOne: false; referencedRelation: 'claims'; referencedColumns: ['id'] }]
      }
      claim_lines: {
        Row: {
          claim_id: string
          line_id: string
          quantity: number
          exact_quantity: number | null
        }
        Insert: {
          claim_id: string
          line_id: string
          quantity: number
          exact_quantity?: number | null
        }
        Update: {
          claim_id?: string
          line_id?: string
          quantity?: number
          exact_quantity?: number | null
        }
        Relationships: [{ foreignKeyName: 'claim_lines_claim_id_fkey'; columns: ['claim_id']; isOneToOne: false; referencedRelation: 'claims'; referencedColumns: ['id'] }, { foreignKeyName: 'claim_lines_line_id_fkey'; columns: ['line_id']; isOneToOne: false; referencedRelation: 'order_lines'; referencedColumns: ['id'] }]
      }
      claims: {
        Row: {
          id: string
          claim_no: number
          order_id: string
          hand_over_id: string | null
          buyer_id: string
          vendor_id: string
          reason: string
          preferred_outcome: string
          requested_kobo: number
          status: string
          answer_by: string
          propose_by: string
          decide_by: string
          appeal_by: string | null
          proposed_outcome: string | null
          proposed_kobo: number
          proposed_payer: string | null
          proposed_by: string | null
          outcome: string | null
          outcome_kobo: number
          payer: string | null
          decided_by: string | null
          decided_at: string | null
          appealed_by: string | null
          appeal_decided_by: string | null
          partial_refund_id: string | null
          ended_at: string | null
          created_at: string
          updated_at: string
          returned_goods_kobo: number | null
          lot_id: string | null
          replace_by: string | null
          replaced_at: string | null
          offered_outcome: string | null
          offered_kobo: number
          offered_at: string | null
          offer_by: string | null
          offers: number
        }
        Insert: {
          id?: string
          claim_no?: number
          order_id: string
          hand_over_id?: string | null
          buyer_id: string
          vendor_id: string
          reason: string
          preferred_outcome: string
          requested_kobo: number
          status?: string
          answer_by?: string
          propose_by?: string
          decide_by?: string
          appeal_by?: string | null
          proposed_outcome?: string | null
          proposed_kobo?: number
          proposed_payer?: string | null
          proposed_by?: string | null
          outcome?: string | null
          outcome_kobo?: number
          payer?: string | null
          decided_by?: string | null
          decided_at?: string | null
          appealed_by?: string | null
          appeal_decided_by?: string | null
          partial_refund_id?: string | null
          ended_at?: string | null
          created_at?: string
          updated_at?: string
          returned_goods_kobo?: number | null
          lot_id?: string | null
          replace_by?: string | null
          replaced_at?: string | null
          offered_outcome?: string | null
          offered_kobo?: number
          offered_at?: string | null
          offer_by?: string | null
          offers?: number
        }
        Update: {
          id?: string
          claim_no?: number
          order_id?: string
          hand_over_id?: string | null
          buyer_id?: string
          vendor_id?: string
          reason?: string
          preferred_outcome?: string
          requested_kobo?: number
          status?: string
          answer_by?: string
          propose_by?: string
          decide_by?: string
          appeal_by?: string | null
          proposed_outcome?: string | null
          proposed_kobo?: number
          proposed_payer?: string | null
          proposed_by?: string | null
          outcome?: string | null
          outcome_kobo?: number
          payer?: string | null
          decided_by?: string | null
          decided_at?: string | null
          appealed_by?: string | null
          appeal_decided_by?: string | null
          partial_refund_id?: string | null
          ended_at?: string | null
          created_at?: string
          updated_at?: string
          returned_goods_kobo?: number | null
          lot_id?: string | null
          replace_by?: string | null
          replaced_at?: string | null
          offered_outcome?: string | null
          offered_kobo?: number
          offered_at?: string | null
          offer_by?: string | null
          offers?: number
        }
        Relationships: [{ foreignKeyName: 'claims_appeal_decided_by_fkey'; columns: ['appeal_decided_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'claims_buyer_id_fkey'; columns: ['buyer_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'claims_decided_by_fkey'; columns: ['decided_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'claims_hand_over_id_fkey'; columns: ['hand_over_id']; isOneToOne: false; referencedRelation: 'hand_overs'; referencedColumns: ['id'] }, { foreignKeyName: 'claims_lot_id_fkey'; columns: ['lot_id']; isOneToOne: false; referencedRelation: 'lot_incidents'; referencedColumns: ['id'] }, { foreignKeyName: 'claims_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'claims_partial_refund_id_fkey'; columns: ['partial_refund_id']; isOneToOne: false; referencedRelation: 'partial_refunds'; referencedColumns: ['id'] }, { foreignKeyName: 'claims_proposed_by_fkey'; columns: ['proposed_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'claims_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      collection_reminders: {
        Row: {
          order_id: string
          step: string
          sent_at: string
        }
        Insert: {
          order_id: string
          step: string
          sent_at?: string
        }
        Update: {
          order_id?: string
          step?: string
          sent_at?: string
        }
        Relationships: [{ foreignKeyName: 'collection_reminders_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }]
      }
      contact_messages: {
        Row: {
          id: string
          name: string
          email: string
          subject: string
          message: string
          status: string
          answered_by: string | null
          answered_at: string | null
          created_at: string
          person_id: string | null
        }
        Insert: {
          id?: string
          name: string
          email: string
          subject: string
          message: string
          status?: string
          answered_by?: string | null
          answered_at?: string | null
          created_at?: string
          person_id?: string | null
        }
        Update: {
          id?: string
          name?: string
          email?: string
          subject?: string
          message?: string
          status?: string
          answered_by?: string | null
          answered_at?: string | null
          created_at?: string
          person_id?: string | null
        }
        Relationships: [{ foreignKeyName: 'contact_messages_answered_by_fkey'; columns: ['answered_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'contact_messages_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      conversation_members: {
        Row: {
          conversation_id: string
          profile_id: string
          display_name: string
          last_read_at: string | null
        }
        Insert: {
          conversation_id: string
          profile_id: string
          display_name: string
          last_read_at?: string | null
        }
        Update: {
          conversation_id?: string
          profile_id?: string
          display_name?: string
          last_read_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'conversation_members_conversation_id_fkey'; columns: ['conversation_id']; isOneToOne: false; referencedRelation: 'conversations'; referencedColumns: ['id'] }, { foreignKeyName: 'conversation_members_profile_id_fkey'; columns: ['profile_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      conversations: {
        Row: {
          id: string
          subject: string
          order_id: string | null
          created_by: string
          created_at: string
          last_message_at: string
          kind: string
          buy_id: string | null
          claim_id: string | null
          with_id: string | null
          vendor_id: string | null
        }
        Insert: {
          id?: string
          subject: string
          order_id?: string | null
          created_by: string
          created_at?: string
          last_message_at?: string
          kind?: string
          buy_id?: string | null
          claim_id?: string | null
          with_id?: string | null
          vendor_id?: string | null
        }
        Update: {
          id?: string
          subject?: string
          order_id?: string | null
          created_by?: string
          created_at?: string
          last_message_at?: string
          kind?: string
          buy_id?: string | null
          claim_id?: string | null
          with_id?: string | null
          vendor_id?: string | null
        }
        Relationships: [{ foreignKeyName: 'conversations_buy_id_fkey'; columns: ['buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'conversations_claim_id_fkey'; columns: ['claim_id']; isOneToOne: false; referencedRelation: 'claims'; referencedColumns: ['id'] }, { foreignKeyName: 'conversations_created_by_fkey'; columns: ['created_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'conversations_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'conversations_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }, { foreignKeyName: 'conversations_with_id_fkey'; columns: ['with_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      data_exports: {
        Row: {
          id: string
          request_id: string
          person_id: string
          made_by: string
          made_at: string
          expires_at: string
          taken_by: string | null
          taken_at: string | null
        }
        Insert: {
          id?: string
          request_id: string
          person_id: string
          made_by: string
          made_at?: string
          expires_at?: string
          taken_by?: string | null
          taken_at?: string | null
        }
        Update: {
          id?: string
          request_id?: string
          person_id?: string
          made_by?: string
          made_at?: string
          expires_at?: string
          taken_by?: string | null
          taken_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'data_exports_made_by_fkey'; columns: ['made_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'data_exports_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'data_exports_request_id_fkey'; columns: ['request_id']; isOneToOne: false; referencedRelation: 'data_requests'; referencedColumns: ['id'] }, { foreignKeyName: 'data_exports_taken_by_fkey'; columns: ['taken_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      data_incidents: {
        Row: {
          id: string
          incident_no: number
          title: string
          discovered_at: string
          what_happened: string
          data_affected: string
          people_affected: number
          is_high_risk: boolean
          measures: string
          commission_notified_at: string | null
          people_notified_at: string | null
          opened_by: string
          opened_at: string
          closed_by: string | null
          closed_at: string | null
        }
        Insert: {
          id?: string
          title: string
          discovered_at: string
          what_happened: string
          data_affected: string
          people_affected: number
          is_high_risk: boolean
          measures?: string
          commission_notified_at?: string | null
          people_notified_at?: string | null
          opened_by: string
          opened_at?: string
          closed_by?: string | null
          closed_at?: string | null
        }
        Update: {
          id?: string
          title?: string
          discovered_at?: string
          what_happened?: string
          data_affected?: string
          people_affected?: number
          is_high_risk?: boolean
          measures?: string
          commission_notified_at?: string | null
          people_notified_at?: string | null
          opened_by?: string
          opened_at?: string
          closed_by?: string | null
          closed_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'data_incidents_closed_by_fkey'; columns: ['closed_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'data_incidents_opened_by_fkey'; columns: ['opened_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      data_requests: {
        Row: {
          id: string
          request_no: number
          kind: string
          channel: string
          person_id: string | null
          requester: string
          details: string
          received_on: string
          extended_to: string | null
          extension_reason: string | null
          due_on: string
          status: string
          handler_id: string | null
          opened_by: string
          agreed_by: string | null
          agreed_at: string | null
          closed_by: string | null
          closed_at: string | null
          outcome: string | null
          created_at: string
        }
        Insert: {
          id?: string
          kind: string
          channel: string
          person_id?: string | null
          requester: string
          details?: string
          received_on: string
          extended_to?: string | null
          extension_reason?: string | null
          status?: string
          handler_id?: string | null
          opened_by: string
          agreed_by?: string | null
          agreed_at?: string | null
          closed_by?: string | null
          closed_at?: string | null
          outcome?: string | null
          created_at?: string
        }
        Update: {
          id?: string
          kind?: string
          channel?: string
          person_id?: string | null
          requester?: string
          details?: string
          received_on?: string
          extended_to?: string | null
          extension_reason?: string | null
          status?: string
          handler_id?: string | null
          opened_by?: string
          agreed_by?: string | null
          agreed_at?: string | null
          closed_by?: string | null
          closed_at?: string | null
          outcome?: string | null
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'data_requests_agreed_by_fkey'; columns: ['agreed_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'data_requests_closed_by_fkey'; columns: ['closed_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'data_requests_handler_id_fkey'; columns: ['handler_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'data_requests_opened_by_fkey'; columns: ['opened_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'data_requests_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      delivery_runs: {
        Row: {
          id: string
          pickup_point_id: string | null
          vendor_id: string | null
          rider_id: string
          window_from: string
          window_until: string
          status: string
          started_at: string | null
          ended_at: string | null
          planned_by: string | null
          created_at: string
        }
        Insert: {
          id?: string
          pickup_point_id?: string | null
          vendor_id?: string | null
          rider_id: string
          window_from: string
          window_until: string
          status?: string
          started_at?: string | null
          ended_at?: string | null
          planned_by?: string | null
          created_at?: string
        }
        Update: {
          id?: string
          pickup_point_id?: string | null
          vendor_id?: string | null
          rider_id?: string
          window_from?: string
          window_until?: string
          status?: string
          started_at?: string | null
          ended_at?: string | null
          planned_by?: string | null
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'delivery_runs_pickup_point_id_fkey'; columns: ['pickup_point_id']; isOneToOne: false; referencedRelation: 'pickup_points'; referencedColumns: ['id'] }, { foreignKeyName: 'delivery_runs_planned_by_fkey'; columns: ['planned_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'delivery_runs_rider_id_fkey'; columns: ['rider_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'delivery_runs_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      delivery_stops: {
        Row: {
          id: string
          run_id: string
          order_id: string
          position: number
          status: string
          out_at: string | null
          ended_at: string | null
          reason: string | null
          counts: boolean | null
          note: string
          photo: string | null
          created_at: string
        }
        Insert: {
          id?: string
          run_id: string
          order_id: string
          position: number
          status?: string
          out_at?: string | null
          ended_at?: string | null
          reason?: string | null
          note?: string
          photo?: string | null
          created_at?: string
        }
        Update: {
          id?: string
          run_id?: string
          order_id?: string
          position?: number
          status?: string
          out_at?: string | null
          ended_at?: string | null
          reason?: string | null
          note?: string
          photo?: string | null
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'delivery_stops_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'delivery_stops_run_id_fkey'; columns: ['run_id']; isOneToOne: false; referencedRelation: 'delivery_runs'; referencedColumns: ['id'] }]
      }
      delivery_upgrades: {
        Row: {
          payment_id: string
          order_id: string
          delivery_zone_id: string
          from_kobo: number
          to_kobo: number
          recipient: string
          phone: string
          street: string
          landmark: string
          state: string
          lga: string
          status: string
          created_at: string
        }
        Insert: {
          payment_id: string
          order_id: string
          delivery_zone_id: string
          from_kobo: number
          to_kobo: number
          recipient: string
          phone: string
          street: string
          landmark?: string
          state: string
          lga: string
          status?: string
          created_at?: string
        }
        Update: {
          payment_id?: string
          order_id?: string
          delivery_zone_id?: string
          from_kobo?: number
          to_kobo?: number
          recipient?: string
          phone?: string
          street?: string
          landmark?: string
          state?: string
          lga?: string
          status?: string
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'delivery_upgrades_delivery_zone_id_fkey'; columns: ['delivery_zone_id']; isOneToOne: false; referencedRelation: 'delivery_zones'; referencedColumns: ['id'] }, { foreignKeyName: 'delivery_upgrades_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'delivery_upgrades_payment_id_fkey'; columns: ['payment_id']; isOneToOne: true; referencedRelation: 'payments'; referencedColumns: ['id'] }, { foreignKeyName: 'local_government_of_its_state'; columns: ['state', 'lga']; isOneToOne: false; referencedRelation: 'local_governments'; referencedColumns: ['state', 'name'] }]
      }
      delivery_zones: {
        Row: {
          id: string
          name: string
          state: string
          lgas: string[]
          fee_kobo: number
          delivered_by: string
          vendor_id: string | null
          closed_at: string | null
          created_at: string
          updated_at: string
          closed_reason: string | null
          delivery_hours: Json
        }
        Insert: {
          id?: string
          name: string
          state: string
          lgas?: string[]
          fee_kobo: number
          delivered_by?: string
          vendor_id?: string | null
          closed_at?: string | null
          created_at?: string
          updated_at?: string
          closed_reason?: string | null
          delivery_hours?: Json
        }
        Update: {
          id?: string
          name?: string
          state?: string
          lgas?: string[]
          fee_kobo?: number
          delivered_by?: string
          vendor_id?: string | null
          closed_at?: string | null
          created_at?: string
          updated_at?: string
          closed_reason?: string | null
          delivery_hours?: Json
        }
        Relationships: [{ foreignKeyName: 'delivery_zones_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }, { foreignKeyName: 'delivery_zones_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      disputes: {
        Row: {
          gateway: string
          id: string
          payment_id: string
          status: string
          amount_kobo: number
          opened_at: string | null
          seen_at: string
          ended_at: string | null
          next_check_at: string | null
        }
        Insert: {
          gateway: string
          id: string
          payment_id: string
          status: string
          amount_kobo: number
          opened_at?: string | null
          seen_at?: string
          ended_at?: string | null
          next_check_at?: string | null
        }
        Update: {
          gateway?: string
          id?: string
          payment_id?: string
          status?: string
          amount_kobo?: number
          opened_at?: string | null
          seen_at?: string
          ended_at?: string | null
          next_check_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'disputes_payment_id_fkey'; columns: ['payment_id']; isOneToOne: false; referencedRelation: 'payments'; referencedColumns: ['id'] }]
      }
      document_numbers: {
        Row: {
          year: number
          receipts: number
          invoices: number
          credit_notes: number
        }
        Insert: {
          year: number
          receipts?: number
          invoices?: number
          credit_notes?: number
        }
        Update: {
          year?: number
          receipts?: number
          invoices?: number
          credit_notes?: number
        }
        Relationships: []
      }
      documents: {
        Row: {
          id: string
          kind: string
          year: number | null
          serial: number | null
          number: string | null
          cause: string
          user_id: string
          vendor_id: string | null
          payment_id: string | null
          order_id: string | null
          invoice_id: string | null
          amount_kobo: number
          facts: Json
          buyer_tin: string | null
          seller_tin: string | null
          irn: string | null
          irn_qr: string | null
          issued_at: string
          business_id: string | null
        }
        Insert: {
          id?: string
          kind: string
          year?: number | null
          serial?: number | null
          cause: string
          user_id: string
          vendor_id?: string | null
          payment_id?: string | null
          order_id?: string | null
          invoice_id?: string | null
          amount_kobo: number
          facts: Json
          buyer_tin?: string | null
          seller_tin?: string | null
          irn?: string | null
          irn_qr?: string | null
          issued_at?: string
          business_id?: string | null
        }
        Update: {
          id?: string
          kind?: string
          year?: number | null
          serial?: number | null
          cause?: string
          user_id?: string
          vendor_id?: string | null
          payment_id?: string | null
          order_id?: string | null
          invoice_id?: string | null
          amount_kobo?: number
          facts?: Json
          buyer_tin?: string | null
          seller_tin?: string | null
          irn?: string | null
          irn_qr?: string | null
          issued_at?: string
          business_id?: string | null
        }
        Relationships: [{ foreignKeyName: 'documents_business_id_fkey'; columns: ['business_id']; isOneToOne: false; referencedRelation: 'businesses'; referencedColumns: ['id'] }, { foreignKeyName: 'documents_invoice_id_fkey'; columns: ['invoice_id']; isOneToOne: false; referencedRelation: 'documents'; referencedColumns: ['id'] }, { foreignKeyName: 'documents_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'documents_payment_id_fkey'; columns: ['payment_id']; isOneToOne: false; referencedRelation: 'payments'; referencedColumns: ['id'] }, { foreignKeyName: 'documents_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'documents_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      email_logs: {
        Row: {
          id: string
          user_id: string | null
          template_id: string | null
          recipient_email: string
          subject: string
          content: string
          metadata: Json
          status: string
          error: string | null
          message_id: string | null
          sent_at: string | null
          created_at: string
          kind: string | null
        }
        Insert: {
          id?: string
          user_id?: string | null
          template_id?: string | null
          recipient_email: string
          subject: string
          content: string
          metadata?: Json
          status?: string
          error?: string | null
          message_id?: string | null
          sent_at?: string | null
          created_at?: string
          kind?: string | null
        }
        Update: {
          id?: string
          user_id?: string | null
          template_id?: string | null
          recipient_email?: string
          subject?: string
          content?: string
          metadata?: Json
          status?: string
          error?: string | null
          message_id?: string | null
          sent_at?: string | null
          created_at?: string
          kind?: string | null
        }
        Relationships: [{ foreignKeyName: 'email_logs_template_id_fkey'; columns: ['template_id']; isOneToOne: false; referencedRelation: 'email_templates'; referencedColumns: ['id'] }, { foreignKeyName: 'email_logs_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      email_templates: {
        Row: {
          id: string
          type: string
          subject: string
          content: string
          updated_at: string
          placeholders: string[] | null
          default_subject: string | null
          default_content: string | null
          required: string[]
        }
        Insert: {
          id?: string
          type: string
          subject: string
          content: string
          updated_at?: string
          placeholders?: string[] | null
          default_subject?: string | null
          default_content?: string | null
          required?: string[]
        }
        Update: {
          id?: string
          type?: string
          subject?: string
          content?: string
          updated_at?: string
          placeholders?: string[] | null
          default_subject?: string | null
          default_content?: string | null
          required?: string[]
        }
        Relationships: []
      }
      featured_deals: {
        Row: {
          id: string
          name: string
          base_price: number
          unit: string
          options: string
          image_url: string | null
          status: string
          product_id: string | null
          group_buy_id: string | null
          created_at: string
          updated_at: string
          starts_at: string | null
          ends_at: string | null
        }
        Insert: {
          id?: string
          name: string
          base_price: number
          unit: string
          options?: string
          image_url?: string | null
          status?: string
          product_id?: string | null
          group_buy_id?: string | null
          created_at?: string
          updated_at?: string
          starts_at?: string | null
          ends_at?: string | null
        }
        Update: {
          id?: string
          name?: string
          base_price?: number
          unit?: string
          options?: string
          image_url?: string | null
          status?: string
          product_id?: string | null
          group_buy_id?: string | null
          created_at?: string
          updated_at?: string
          starts_at?: string | null
          ends_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'featured_deals_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'featured_deals_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }]
      }
      follower_notifications: {
        Row: {
          group_buy_id: string
          last_notified_id: string | null
          done_at: string | null
        }
        Insert: {
          group_buy_id: string
          last_notified_id?: string | null
          done_at?: string | null
        }
        Update: {
          group_buy_id?: string
          last_notified_id?: string | null
          done_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'follower_notifications_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: true; referencedRelation: 'group_buys'; referencedColumns: ['id'] }]
      }
      follows: {
        Row: {
          id: string
          follower_id: string
          product_id: string | null
          vendor_id: string | null
          kind: string
          created_at: string
          wants_restock: boolean
        }
        Insert: {
          id?: string
          follower_id: string
          product_id?: string | null
          vendor_id?: string | null
          created_at?: string
          wants_restock?: boolean
        }
        Update: {
          id?: string
          follower_id?: string
          product_id?: string | null
          vendor_id?: string | null
          created_at?: string
          wants_restock?: boolean
        }
        Relationships: [{ foreignKeyName: 'follows_follower_id_fkey'; columns: ['follower_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'follows_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }, { foreignKeyName: 'follows_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      gateway_events: {
        Row: {
          id: string
          gateway: string
          name: string
          about: string
          reference: string | null
          received_at: string
          next_try_at: string | null
          tries: number
        }
        Insert: {
          id: string
          gateway: string
          name: string
          about: string
          reference?: string | null
          received_at?: string
          next_try_at?: string | null
          tries?: number
        }
        Update: {
          id?: string
          gateway?: string
          name?: string
          about?: string
          reference?: string | null
          received_at?: string
          next_try_at?: string | null
          tries?: number
        }
        Relationships: []
      }
      gateway_records: {
        Row: {
          gateway: string
          kind: string
          id: string
          reference: string | null
          status: string
          amount_kobo: number
          fees_kobo: number
          currency: string
          made_at: string
          seen_at: string
        }
        Insert: {
          gateway: string
          kind: string
          id: string
          reference?: string | null
          status: string
          amount_kobo: number
          fees_kobo?: number
          currency?: string
          made_at: string
          seen_at?: string
        }
        Update: {
          gateway?: string
          kind?: string
          id?: string
          reference?: string | null
          status?: string
          amount_kobo?: number
          fees_kobo?: number
          currency?: string
          made_at?: string
          seen_at?: string
        }
        Relationships: []
      }
      group_buys: {
        Row: {
          id: string
          product_id: string
          vendor_id: string
          status: string
          product_name: string
          product_description: string
          category: string
          unit: string
          image_url: string | null
          vendor_location: string
          min_quantity: number
          max_quantity: number | null
          base_price: number
          price_tiers: string
          tier_thresholds: number[]
          tier_prices: number[]
          terms_version: number
          share_date: string | null
          payment_due_at: string | null
          starts_at: string
          end_date: string
          target_quantity: number
          current_quantity: number
          min_participants: number
          max_participants: number | null
          current_participants: number
          paid_quantity: number
          paid_participants: number
          payment_mode: string
          allow_extension: boolean
          extended_at: string | null
          buyer_fee_bps: number
          vendor_fee_bps: number
          referral_bps: number
          late_leave_charge_bps: number
          current_price: number
          set_aside: number
          final_price: number | null
          end_reason: string | null
          published_at: string | null
          closed_at: string | null
          settled_at: string | null
          created_at: string
          updated_at: string
          honoured_at: string | null
          left_late: number
          kg_per_unit: number | null
          settled_participants: number | null
          pack_size: number | null
          pack_unit: string | null
          top_up_at: string | null
          former_target_quantity: number | null
          part_pack_until: string | null
          part_pack_confirmed_at: string | null
          least_kg_per_unit: number | null
          most_kg_per_unit: number | null
          cycle_id: string | null
          flexible_units: number
          has_late_promise: boolean
          locked_participants: number
          most_rise_naira: number
          offered_people: number
          offered_units: number
          price_vote_until: string
          shown_price: number
          waiting_people: number
          waiting_units: number
        }
        Insert: {
          id?: string
          product_id: string
          vendor_id?: string
          status?: string
          product_name?: string
          product_description?: string
          category?: string
          unit?: string
          image_url?: string | null
          vendor_location?: string
          min_quantity?: number
          max_quantity?: number | null
          base_price?: number
          price_tiers?: string
          tier_thresholds?: number[]
          tier_prices?: number[]
          terms_version?: number
          share_date?: string | null
          payment_due_at?: string | null
          starts_at?: string
          end_date: string
          target_quantity: number
          current_quantity?: number
          min_participants?: number
          max_participants?: number | null
          current_participants?: number
          paid_quantity?: number
          paid_participants?: number
          payment_mode?: string
          allow_extension?: boolean
          extended_at?: string | null
          buyer_fee_bps?: number
          vendor_fee_bps?: number
          referral_bps?: number
          late_leave_charge_bps?: number
          final_price?: number | null
          end_reason?: string | null
          published_at?: string | null
          closed_at?: string | null
          settled_at?: string | null
          created_at?: string
          updated_at?: string
          honoured_at?: string | null
          left_late?: number
          kg_per_unit?: number | null
          settled_participants?: number | null
          pack_size?: number | null
          pack_unit?: string | null
          top_up_at?: string | null
          former_target_quantity?: number | null
          part_pack_until?: string | null
          part_pack_confirmed_at?: string | null
          least_kg_per_unit?: number | null
          most_kg_per_unit?: number | null
          cycle_id?: string | null
        }
        Update: {
          id?: string
          product_id?: string
          vendor_id?: string
          status?: string
          product_name?: string
          product_description?: string
          category?: string
          unit?: string
          image_url?: string | null
          vendor_location?: string
          min_quantity?: number
          max_quantity?: number | null
          base_price?: number
          price_tiers?: string
          tier_thresholds?: number[]
          tier_prices?: number[]
          terms_version?: number
          share_date?: string | null
          payment_due_at?: string | null
          starts_at?: string
          end_date?: string
          target_quantity?: number
          current_quantity?: number
          min_participants?: number
          max_participants?: number | null
          current_participants?: number
          paid_quantity?: number
          paid_participants?: number
          payment_mode?: string
          allow_extension?: boolean
          extended_at?: string | null
          buyer_fee_bps?: number
          vendor_fee_bps?: number
          referral_bps?: number
          late_leave_charge_bps?: number
          final_price?: number | null
          end_reason?: string | null
          published_at?: string | null
          closed_at?: string | null
          settled_at?: string | null
          created_at?: string
          updated_at?: string
          honoured_at?: string | null
          left_late?: number
          kg_per_unit?: number | null
          settled_participants?: number | null
          pack_size?: number | null
          pack_unit?: string | null
          top_up_at?: string | null
          former_target_quantity?: number | null
          part_pack_until?: string | null
          part_pack_confirmed_at?: string | null
          least_kg_per_unit?: number | null
          most_kg_per_unit?: number | null
          cycle_id?: string | null
        }
        Relationships: [{ foreignKeyName: 'group_buys_cycle_id_fkey'; columns: ['cycle_id']; isOneToOne: false; referencedRelation: 'buy_cycles'; referencedColumns: ['id'] }, { foreignKeyName: 'group_buys_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }, { foreignKeyName: 'group_buys_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      hand_over_lines: {
        Row: {
          hand_over_id: string
          line_id: string
          quantity: number
        }
        Insert: {
          hand_over_id: string
          line_id: string
          quantity: number
        }
        Update: {
          hand_over_id?: string
          line_id?: string
          quantity?: number
        }
        Relationships: [{ foreignKeyName: 'hand_over_lines_hand_over_id_fkey'; columns: ['hand_over_id']; isOneToOne: false; referencedRelation: 'hand_overs'; referencedColumns: ['id'] }, { foreignKeyName: 'hand_over_lines_line_id_fkey'; columns: ['line_id']; isOneToOne: false; referencedRelation: 'order_lines'; referencedColumns: ['id'] }]
      }
      hand_over_overrides: {
        Row: {
          hand_over_id: string
          person_id: string
          identity: string
          reason: string
          photo: string
          created_at: string
          by_shop: boolean
          confirmed_at: string | null
        }
        Insert: {
          hand_over_id: string
          person_id: string
          identity: string
          reason: string
          photo: string
          created_at?: string
          by_shop?: boolean
          confirmed_at?: string | null
        }
        Update: {
          hand_over_id?: string
          person_id?: string
          identity?: string
          reason?: string
          photo?: string
          created_at?: string
          by_shop?: boolean
          confirmed_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'hand_over_overrides_hand_over_id_fkey'; columns: ['hand_over_id']; isOneToOne: true; referencedRelation: 'hand_overs'; referencedColumns: ['id'] }, { foreignKeyName: 'hand_over_overrides_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      hand_overs: {
        Row: {
          id: string
          order_id: string
          kind: string
          pickup_point_id: string | null
          status: string
          due_from: string
          due_until: string | null
          done_at: string | null
          handled_by: string | null
          proof: string | null
          taken_by: string
          note: string
          goods_kobo: number
          claim_until: string | null
          released_at: string | null
          created_at: string
          released_kobo: number | null
          lies_at: string | null
        }
        Insert: {
          id?: string
          order_id: string
          kind: string
          pickup_point_id?: string | null
          status?: string
          due_from: string
          due_until?: string | null
          done_at?: string | null
          handled_by?: string | null
          proof?: string | null
          taken_by?: string
          note?: string
          goods_kobo?: number
          claim_until?: string | null
          released_at?: string | null
          created_at?: string
          released_kobo?: number | null
          lies_at?: string | null
        }
        Update: {
          id?: string
          order_id?: string
          kind?: string
          pickup_point_id?: string | null
          status?: string
          due_from?: string
          due_until?: string | null
          done_at?: string | null
          handled_by?: string | null
          proof?: string | null
          taken_by?: string
          note?: string
          goods_kobo?: number
          claim_until?: string | null
          released_at?: string | null
          created_at?: string
          released_kobo?: number | null
          lies_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'hand_overs_handled_by_fkey'; columns: ['handled_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'hand_overs_lies_at_fkey'; columns: ['lies_at']; isOneToOne: false; referencedRelation: 'pickup_points'; referencedColumns: ['id'] }, { foreignKeyName: 'hand_overs_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'hand_overs_pickup_point_id_fkey'; columns: ['pickup_point_id']; isOneToOne: false; referencedRelation: 'pickup_points'; referencedColumns: ['id'] }]
      }
      idempotency_keys: {
        Row: {
          actor: string
          route: string
          key: string
          body_hash: string
          status: number | null
          answer: Json | null
          created_at: string
        }
        Insert: {
          actor: string
          route: string
          key: string
          body_hash: string
          status?: number | null
          answer?: Json | null
          created_at?: string
        }
        Update: {
          actor?: string
          route?: string
          key?: string
          body_hash?: string
          status?: number | null
          answer?: Json | null
          created_at?: string
        }
        Relationships: []
      }
      line_weights: {
        Row: {
          id: string
          line_id: string
          number: number
          units: number
          grams: number
          cut_kobo: number
          shortfall_id: string | null
          photo: string
          entered_by: string
          created_at: string
        }
        Insert: {
          id?: string
          line_id: string
          number: number
          units: number
          grams: number
          cut_kobo: number
          shortfall_id?: string | null
          photo: string
          entered_by: string
          created_at?: string
        }
        Update: {
          id?: string
          line_id?: string
          number?: number
          units?: number
          grams?: number
          cut_kobo?: number
          shortfall_id?: string | null
          photo?: string
          entered_by?: string
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'line_weights_entered_by_fkey'; columns: ['entered_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'line_weights_line_id_fkey'; columns: ['line_id']; isOneToOne: false; referencedRelation: 'order_lines'; referencedColumns: ['id'] }, { foreignKeyName: 'line_weights_shortfall_id_fkey'; columns: ['shortfall_id']; isOneToOne: true; referencedRelation: 'shortfalls'; referencedColumns: ['id'] }]
      }
      load_corrections: {
        Row: {
          id: string
          weigh_in_id: string
          number: number
          units_counted: number
          grams_counted: number | null
          reason: string
          photo: string | null
          corrected_by: string
          created_at: string
        }
        Insert: {
          id?: string
          weigh_in_id: string
          number: number
          units_counted: number
          grams_counted?: number | null
          reason: string
          photo?: string | null
          corrected_by: string
          created_at?: string
        }
        Update: {
          id?: string
          weigh_in_id?: string
          number?: number
          units_counted?: number
          grams_counted?: number | null
          reason?: string
          photo?: string | null
          corrected_by?: string
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'load_corrections_corrected_by_fkey'; columns: ['corrected_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'load_corrections_weigh_in_id_fkey'; columns: ['weigh_in_id']; isOneToOne: false; referencedRelation: 'weigh_ins'; referencedColumns: ['id'] }]
      }
      local_governments: {
        Row: {
          state: string
          name: string
        }
        Insert: {
          state: string
          name: string
        }
        Update: {
          state?: string
          name?: string
        }
        Relationships: [{ foreignKeyName: 'local_governments_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }]
      }
      lot_incidents: {
        Row: {
          id: string
          lot_no: number
          group_buy_id: string
          vendor_id: string
          status: string
          respond_by: string
          decide_by: string
          outcome: string | null
          share_percent: number
          payer: string | null
          decided_by: string | null
          decided_at: string | null
          appeal_by: string | null
          appealed_by: string | null
          appeal_decided_by: string | null
          created_at: string
        }
        Insert: {
          id?: string
          lot_no?: number
          group_buy_id: string
          vendor_id: string
          status?: string
          respond_by: string
          decide_by: string
          outcome?: string | null
          share_percent?: number
          payer?: string | null
          decided_by?: string | null
          decided_at?: string | null
          appeal_by?: string | null
          appealed_by?: string | null
          appeal_decided_by?: string | null
          created_at?: string
        }
        Update: {
          id?: string
          lot_no?: number
          group_buy_id?: string
          vendor_id?: string
          status?: string
          respond_by?: string
          decide_by?: string
          outcome?: string | null
          share_percent?: number
          payer?: string | null
          decided_by?: string | null
          decided_at?: string | null
          appeal_by?: string | null
          appealed_by?: string | null
          appeal_decided_by?: string | null
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'lot_incidents_appeal_decided_by_fkey'; columns: ['appeal_decided_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'lot_incidents_decided_by_fkey'; columns: ['decided_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'lot_incidents_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'lot_incidents_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      manager_regions: {
        Row: {
          manager_id: string
          state: string
          assigned_by: string | null
          created_at: string
        }
        Insert: {
          manager_id: string
          state: string
          assigned_by?: string | null
          created_at?: string
        }
        Update: {
          manager_id?: string
          state?: string
          assigned_by?: string | null
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'manager_regions_assigned_by_fkey'; columns: ['assigned_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'manager_regions_manager_id_fkey'; columns: ['manager_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'manager_regions_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }]
      }
      measures: {
        Row: {
          unit: string
          food: string
          kg_per_unit: number
          least_kg: number
          most_kg: number
          is_equivalent: boolean
          updated_at: string
        }
        Insert: {
          unit: string
          food?: string
          kg_per_unit: number
          least_kg: number
          most_kg: number
          is_equivalent?: boolean
          updated_at?: string
        }
        Update: {
          unit?: string
          food?: string
          kg_per_unit?: number
          least_kg?: number
          most_kg?: number
          is_equivalent?: boolean
          updated_at?: string
        }
        Relationships: []
      }
      memberships: {
        Row: {
          id: string
          person_id: string
          vendor_id: string | null
          pickup_point_id: string | null
          duty: string
          added_by: string | null
          created_at: string
          ended_at: string | null
        }
        Insert: {
          id?: string
          person_id: string
          vendor_id?: string | null
          pickup_point_id?: string | null
          duty: string
          added_by?: string | null
          created_at?: string
          ended_at?: string | null
        }
        Update: {
          id?: string
          person_id?: string
          vendor_id?: string | null
          pickup_point_id?: string | null
          duty?: string
          added_by?: string | null
          created_at?: string
          ended_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'memberships_added_by_fkey'; columns: ['added_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'memberships_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'memberships_pickup_point_id_fkey'; columns: ['pickup_point_id']; isOneToOne: false; referencedRelation: 'pickup_points'; referencedColumns: ['id'] }, { foreignKeyName: 'memberships_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      message_reports: {
        Row: {
          id: string
          message_id: string | null
          buy_broadcast_id: string | null
          reporter_id: string | null
          writer_id: string | null
          state: string | null
          text: string
          reason: string
          created_at: string
          decision: string | null
          decision_reason: string | null
          decided_by: string | null
          decided_at: string | null
          status: string
        }
        Insert: {
          id?: string
          message_id?: string | null
          buy_broadcast_id?: string | null
          reporter_id?: string | null
          writer_id?: string | null
          state?: string | null
          text?: string
          reason: string
          created_at?: string
          decision?: string | null
          decision_reason?: string | null
          decided_by?: string | null
          decided_at?: string | null
        }
        Update: {
          id?: string
          message_id?: string | null
          buy_broadcast_id?: string | null
          reporter_id?: string | null
          writer_id?: string | null
          state?: string | null
          text?: string
          reason?: string
          created_at?: string
          decision?: string | null
          decision_reason?: string | null
          decided_by?: string | null
          decided_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'message_reports_buy_broadcast_id_fkey'; columns: ['buy_broadcast_id']; isOneToOne: false; referencedRelation: 'buy_broadcasts'; referencedColumns: ['id'] }, { foreignKeyName: 'message_reports_decided_by_fkey'; columns: ['decided_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'message_reports_message_id_fkey'; columns: ['message_id']; isOneToOne: false; referencedRelation: 'messages'; referencedColumns: ['id'] }, { foreignKeyName: 'message_reports_reporter_id_fkey'; columns: ['reporter_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'message_reports_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }, { foreignKeyName: 'message_reports_writer_id_fkey'; columns: ['writer_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      message_texts: {
        Row: {
          kind: string
          part: string
          variant: string
          language: string
          version: number
          subject: string | null
          body: string | null
          required: string[]
          placeholders: string[]
          standard_subject: string
          standard_body: string
          author_id: string | null
          author_name: string
          created_at: string
        }
        Insert: {
          kind: string
          part: string
          variant: string
          language: string
          version: number
          subject?: string | null
          body?: string | null
          required: string[]
          placeholders: string[]
          standard_subject: string
          standard_body: string
          author_id?: string | null
          author_name: string
          created_at?: string
        }
        Update: {
          kind?: string
          part?: string
          variant?: string
          language?: string
          version?: number
          subject?: string | null
          body?: string | null
          required?: string[]
          placeholders?: string[]
          standard_subject?: string
          standard_body?: string
          author_id?: string | null
          author_name?: string
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'message_texts_author_id_fkey'; columns: ['author_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      messages: {
        Row: {
          id: string
          conversation_id: string
          sender_id: string
          body: string
          created_at: string
          sender_name: string | null
        }
        Insert: {
          id?: string
          conversation_id: string
          sender_id?: string
          body: string
          created_at?: string
          sender_name?: string | null
        }
        Update: {
          id?: string
          conversation_id?: string
          sender_id?: string
          body?: string
          created_at?: string
          sender_name?: string | null
        }
        Relationships: [{ foreignKeyName: 'messages_conversation_id_fkey'; columns: ['conversation_id']; isOneToOne: false; referencedRelation: 'conversations'; referencedColumns: ['id'] }, { foreignKeyName: 'messages_sender_id_fkey'; columns: ['sender_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      nigerian_states: {
        Row: {
          name: string
        }
        Insert: {
          name: string
        }
        Update: {
          name?: string
        }
        Relationships: []
      }
      notice_preferences: {
        Row: {
          person_id: string
          mail_prices: boolean
          mail_shops: boolean
          mail_messages: boolean
          mail_rewards: boolean
          push_orders: boolean
          push_prices: boolean
          push_shops: boolean
          push_messages: boolean
          push_rewards: boolean
          quiet_from: string | null
          quiet_to: string | null
        }
        Insert: {
          person_id: string
          mail_prices: boolean
          mail_shops: boolean
          mail_messages: boolean
          mail_rewards: boolean
          push_orders: boolean
          push_prices: boolean
          push_shops: boolean
          push_messages: boolean
          push_rewards: boolean
          quiet_from?: string | null
          quiet_to?: string | null
        }
        Update: {
          person_id?: string
          mail_prices?: boolean
          mail_shops?: boolean
          mail_messages?: boolean
          mail_rewards?: boolean
          push_orders?: boolean
          push_prices?: boolean
          push_shops?: boolean
          push_messages?: boolean
          push_rewards?: boolean
          quiet_from?: string | null
          quiet_to?: string | null
        }
        Relationships: [{ foreignKeyName: 'notice_preferences_person_id_fkey'; columns: ['person_id']; isOneToOne: true; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      notices: {
        Row: {
          id: string
          person_id: string
          kind: string
          title: string
          body: string
          link: string | null
          created_at: string
          read_at: string | null
          templates: Json | null
        }
        Insert: {
          id?: string
          person_id: string
          kind: string
          title: string
          body: string
          link?: string | null
          created_at?: string
          read_at?: string | null
          templates?: Json | null
        }
        Update: {
          id?: string
          person_id?: string
          kind?: string
          title?: string
          body?: string
          link?: string | null
          created_at?: string
          read_at?: string | null
          templates?: Json | null
        }
        Relationships: []
      }
      offline_hand_overs: {
        Row: {
          id: string
          act_id: string
          hand_over_id: string
          person_id: string
          acted_at: string
          received_at: string
          is_scanned: boolean
          conflict: string | null
          settlement: string | null
          settled_at: string | null
          settled_by: string | null
          note: string
        }
        Insert: {
          id?: string
          act_id: string
          hand_over_id: string
          person_id: string
          acted_at: string
          received_at?: string
          is_scanned: boolean
          conflict?: string | null
          settlement?: string | null
          settled_at?: string | null
          settled_by?: string | null
          note?: string
        }
        Update: {
          id?: string
          act_id?: string
          hand_over_id?: string
          person_id?: string
          acted_at?: string
          received_at?: string
          is_scanned?: boolean
          conflict?: string | null
          settlement?: string | null
          settled_at?: string | null
          settled_by?: string | null
          note?: string
        }
        Relationships: [{ foreignKeyName: 'offline_hand_overs_hand_over_id_fkey'; columns: ['hand_over_id']; isOneToOne: false; referencedRelation: 'hand_overs'; referencedColumns: ['id'] }, { foreignKeyName: 'offline_hand_overs_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'offline_hand_overs_settled_by_fkey'; columns: ['settled_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      order_addresses: {
        Row: {
          order_id: string
          recipient: string
          phone: string
          street: string
          landmark: string
          state: string
          lga: string
        }
        Insert: {
          order_id: string
          recipient: string
          phone: string
          street: string
          landmark?: string
          state: string
          lga: string
        }
        Update: {
          order_id?: string
          recipient?: string
          phone?: string
          street?: string
          landmark?: string
          state?: string
          lga?: string
        }
        Relationships: [{ foreignKeyName: 'local_government_of_its_state'; columns: ['state', 'lga']; isOneToOne: false; referencedRelation: 'local_governments'; referencedColumns: ['state', 'name'] }, { foreignKeyName: 'order_addresses_order_id_fkey'; columns: ['order_id']; isOneToOne: true; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'order_addresses_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }]
      }
      order_fee_changes: {
        Row: {
          id: string
          order_id: string
          from_kobo: number
          to_kobo: number
          refund_id: string | null
          created_at: string
          payment_id: string | null
        }
        Insert: {
          id?: string
          order_id: string
          from_kobo: number
          to_kobo: number
          refund_id?: string | null
          created_at?: string
          payment_id?: string | null
        }
        Update: {
          id?: string
          order_id?: string
          from_kobo?: number
          to_kobo?: number
          refund_id?: string | null
          created_at?: string
          payment_id?: string | null
        }
        Relationships: [{ foreignKeyName: 'order_fee_changes_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'order_fee_changes_payment_id_fkey'; columns: ['payment_id']; isOneToOne: false; referencedRelation: 'payments'; referencedColumns: ['id'] }, { foreignKeyName: 'order_fee_changes_refund_id_fkey'; columns: ['refund_id']; isOneToOne: false; referencedRelation: 'refunds'; referencedColumns: ['id'] }]
      }
      order_lines: {
        Row: {
          id: string
          order_id: string
          product_id: string
          product_name: string
          unit: string
          image_url: string | null
          quantity: number
          base_price: number
          unit_price: number
          packed_at: string | null
          share_date: string | null
          vat_class: string
          vat_bps: number
          kg_per_unit: number | null
          category: string | null
          least_kg_per_unit: number | null
          most_kg_per_unit: number | null
        }
        Insert: {
          id?: string
          order_id: string
          product_id: string
          product_name: string
          unit: string
          image_url?: string | null
          quantity: number
          base_price: number
          unit_price: number
          packed_at?: string | null
          share_date?: string | null
          vat_class?: string
          vat_bps?: number
          kg_per_unit?: number | null
          category?: string | null
          least_kg_per_unit?: number | null
          most_kg_per_unit?: number | null
        }
        Update: {
          id?: string
          order_id?: string
          product_id?: string
          product_name?: string
          unit?: string
          image_url?: string | null
          quantity?: number
          base_price?: number
          unit_price?: number
          packed_at?: string | null
          share_date?: string | null
          vat_class?: string
          vat_bps?: number
          kg_per_unit?: number | null
          category?: string | null
          least_kg_per_unit?: number | null
          most_kg_per_unit?: number | null
        }
        Relationships: [{ foreignKeyName: 'order_lines_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'order_lines_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }]
      }
      orders: {
        Row: {
          id: string
          order_no: number
          group_buy_id: string | null
          checkout_id: string | null
          user_id: string
          vendor_id: string
          buyer_name: string
          quantity: number
          unit_price: number | null
          total_amount: number
          ceiling_unit_price: number | null
          terms_version: number
          buyer_fee_bps: number
          vendor_fee_bps: number
          referral_bps: number
          fee_kobo: number
          vendor_fee_kobo: number
          referral_kobo: number
          delivery_fee_kobo: number
          peps_kobo: number
          amount_due_kobo: number
          returned_kobo: number
          fulfilment: string
          status: string
          is_live: boolean
          is_paid: boolean
          paid_at: string | null
          settled_at: string | null
          ready_at: string | null
          handed_over_at: string | null
          completed_at: string | null
          ended_at: string | null
          end_reason: string | null
          created_at: string
          updated_at: string
          hold_expires_at: string | null
          charged_kobo: number
          payment_id: string | null
          return_to: string | null
          returned_goods_kobo: number
          pickup_point_id: string | null
          delivery_zone_id: string | null
          delivered_by: string
          promised_at: string | null
          left_late_at: string | null
          leave_least_kobo: number | null
          leave_most_kobo: number | null
          leave_charge_kobo: number | null
          leave_paid_at: string | null
          business_id: string | null
          sure_quantity: number | null
          reserved_quantity: number | null
          allotted_quantity: number | null
          takes_over_order_id: string | null
          buyer_act_rank: number
        }
        Insert: {
          id?: string
          order_no?: number
          group_buy_id?: string | null
          checkout_id?: string | null
          user_id?: string
          vendor_id?: string
          buyer_name?: string
          quantity?: number
          unit_price?: number | null
          total_amount?: number
          ceiling_unit_price?: number | null
          terms_version?: number
          buyer_fee_bps?: number
          vendor_fee_bps?: number
          referral_bps?: number
          fee_kobo?: number
          vendor_fee_kobo?: number
          referral_kobo?: number
          delivery_fee_kobo?: number
          peps_kobo?: number
          amount_due_kobo?: number
          returned_kobo?: number
          fulfilment?: string
          status?: string
          paid_at?: string | null
          settled_at?: string | null
          ready_at?: string | null
          handed_over_at?: string | null
          completed_at?: string | null
          ended_at?: string | null
          end_reason?: string | null
          created_at?: string
          updated_at?: string
          hold_expires_at?: string | null
          charged_kobo?: number
          payment_id?: string | null
          return_to?: string | null
          returned_goods_kobo?: number
          pickup_point_id?: string | null
          delivery_zone_id?: string | null
          delivered_by?: string
          promised_at?: string | null
          left_late_at?: string | null
          leave_least_kobo?: number | null
          leave_most_kobo?: number | null
          leave_charge_kobo?: number | null
          leave_paid_at?: string | null
          business_id?: string | null
          sure_quantity?: number | null
          reserved_quantity?: number | null
          allotted_quantity?: number | null
          takes_over_order_id?: string | null
        }
        Update: {
          id?: string
          order_no?: number
          group_buy_id?: string | null
          checkout_id?: string | null
          user_id?: string
          vendor_id?: string
          buyer_name?: string
          quantity?: number
          unit_price?: number | null
          total_amount?: number
          ceiling_unit_price?: number | null
          terms_version?: number
          buyer_fee_bps?: number
          vendor_fee_bps?: number
          referral_bps?: number
          fee_kobo?: number
          vendor_fee_kobo?: number
          referral_kobo?: number
          delivery_fee_kobo?: number
          peps_kobo?: number
          amount_due_kobo?: number
          returned_kobo?: number
          fulfilment?: string
          status?: string
          paid_at?: string | null
          settled_at?: string | null
          ready_at?: string | null
          handed_over_at?: string | null
          completed_at?: string | null
          ended_at?: string | null
          end_reason?: string | null
          created_at?: string
          updated_at?: string
          hold_expires_at?: string | null
          charged_kobo?: number
          payment_id?: string | null
          return_to?: string | null
          returned_goods_kobo?: number
          pickup_point_id?: string | null
          delivery_zone_id?: string | null
          delivered_by?: string
          promised_at?: string | null
          left_late_at?: string | null
          leave_least_kobo?: number | null
          leave_most_kobo?: number | null
          leave_charge_kobo?: number | null
          leave_paid_at?: string | null
          business_id?: string | null
          sure_quantity?: number | null
          reserved_quantity?: number | null
          allotted_quantity?: number | null
          takes_over_order_id?: string | null
        }
        Relationships: [{ foreignKeyName: 'orders_business_id_fkey'; columns: ['business_id']; isOneToOne: false; referencedRelation: 'businesses'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_checkout_id_fkey'; columns: ['checkout_id']; isOneToOne: false; referencedRelation: 'checkouts'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_delivery_zone_id_fkey'; columns: ['delivery_zone_id']; isOneToOne: false; referencedRelation: 'delivery_zones'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_payment_id_fkey'; columns: ['payment_id']; isOneToOne: false; referencedRelation: 'payments'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_pickup_point_id_fkey'; columns: ['pickup_point_id']; isOneToOne: false; referencedRelation: 'pickup_points'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_takes_over_order_id_fkey'; columns: ['takes_over_order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      partial_refunds: {
        Row: {
          id: string
          order_id: string
          goods_kobo: number
          fee_kobo: number
          delivery_kobo: number
          earned_goods_kobo: number
          earned_fee_kobo: number
          vendor_kobo: number
          vendor_fee_kobo: number
          loss_kobo: number
          reward_kobo: number
          payer: string
          reason: string
          refund_id: string | null
          created_by: string | null
          created_at: string
          hand_over_id: string | null
          amount_id: string | null
        }
        Insert: {
          id?: string
          order_id: string
          goods_kobo: number
          fee_kobo: number
          delivery_kobo?: number
          earned_goods_kobo?: number
          earned_fee_kobo?: number
          vendor_kobo?: number
          vendor_fee_kobo?: number
          loss_kobo?: number
          reward_kobo?: number
          payer: string
          reason: string
          refund_id?: string | null
          created_by?: string | null
          created_at?: string
          hand_over_id?: string | null
          amount_id?: string | null
        }
        Update: {
          id?: string
          order_id?: string
          goods_kobo?: number
          fee_kobo?: number
          delivery_kobo?: number
          earned_goods_kobo?: number
          earned_fee_kobo?: number
          vendor_kobo?: number
          vendor_fee_kobo?: number
          loss_kobo?: number
          reward_kobo?: number
          payer?: string
          reason?: string
          refund_id?: string | null
          created_by?: string | null
          created_at?: string
          hand_over_id?: string | null
          amount_id?: string | null
        }
        Relationships: [{ foreignKeyName: 'partial_refunds_amount_id_fkey'; columns: ['amount_id']; isOneToOne: true; referencedRelation: 'typed_amounts'; referencedColumns: ['id'] }, { foreignKeyName: 'partial_refunds_created_by_fkey'; columns: ['created_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'partial_refunds_hand_over_id_fkey'; columns: ['hand_over_id']; isOneToOne: false; referencedRelation: 'hand_overs'; referencedColumns: ['id'] }, { foreignKeyName: 'partial_refunds_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'partial_refunds_refund_id_fkey'; columns: ['refund_id']; isOneToOne: false; referencedRelation: 'refunds'; referencedColumns: ['id'] }]
      }
      passed_on_chargebacks: {
        Row: {
          order_id: string
          payment_id: string
          amount_kobo: number
          passed_on_kobo: number
          created_at: string
        }
        Insert: {
          order_id: string
          payment_id: string
          amount_kobo: number
          passed_on_kobo?: number
          created_at?: string
        }
        Update: {
          order_id?: string
          payment_id?: string
          amount_kobo?: number
          passed_on_kobo?: number
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'passed_on_chargebacks_order_id_fkey'; columns: ['order_id']; isOneToOne: true; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'passed_on_chargebacks_payment_id_fkey'; columns: ['payment_id']; isOneToOne: false; referencedRelation: 'payments'; referencedColumns: ['id'] }]
      }
      payment_parts: {
        Row: {
          payment_id: string
          order_id: string
          naira_kobo: number
          peps_kobo: number
        }
        Insert: {
          payment_id: string
          order_id: string
          naira_kobo: number
          peps_kobo: number
        }
        Update: {
          payment_id?: string
          order_id?: string
          naira_kobo?: number
          peps_kobo?: number
        }
        Relationships: [{ foreignKeyName: 'payment_parts_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'payment_parts_payment_id_fkey'; columns: ['payment_id']; isOneToOne: false; referencedRelation: 'payments'; referencedColumns: ['id'] }]
      }
      payment_reminders: {
        Row: {
          order_id: string
          due_at: string
          hours_before: number
          sent_at: string
        }
        Insert: {
          order_id: string
          due_at: string
          hours_before: number
          sent_at?: string
        }
        Update: {
          order_id?: string
          due_at?: string
          hours_before?: number
          sent_at?: string
        }
        Relationships: [{ foreignKeyName: 'payment_reminders_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }]
      }
      payments: {
        Row: {
          id: string
          reference: string
          user_id: string
          checkout_id: string | null
          gateway: string
          naira_kobo: number
          peps_kobo: number
          status: string
          pay_url: string | null
          expires_at: string
          gateway_id: string | null
          received_kobo: number | null
          gateway_fee_kobo: number
          channel: string | null
          trouble: string | null
          checks: number
          next_check_at: string | null
          succeeded_at: string | null
          created_at: string
          updated_at: string
          cancelled_at: string | null
          charged_back_kobo: number
          replaced_by: string | null
          left_at: string | null
          way: string | null
          is_under_way: boolean
        }
        Insert: {
          id?: string
          reference: string
          user_id: string
          checkout_id?: string | null
          gateway: string
          naira_kobo: number
          peps_kobo?: number
          status?: string
          pay_url?: string | null
          expires_at?: string
          gateway_id?: string | null
          received_kobo?: number | null
          gateway_fee_kobo?: number
          channel?: string | null
          trouble?: string | null
          checks?: number
          next_check_at?: string | null
          succeeded_at?: string | null
          created_at?: string
          updated_at?: string
          cancelled_at?: string | null
          charged_back_kobo?: number
          replaced_by?: string | null
          left_at?: string | null
          way?: string | null
        }
        Update: {
          id?: string
          reference?: string
          user_id?: string
          checkout_id?: string | null
          gateway?: string
          naira_kobo?: number
          peps_kobo?: number
          status?: string
          pay_url?: string | null
          expires_at?: string
          gateway_id?: string | null
          received_kobo?: number | null
          gateway_fee_kobo?: number
          channel?: string | null
          trouble?: string | null
          checks?: number
          next_check_at?: string | null
          succeeded_at?: string | null
          created_at?: string
          updated_at?: string
          cancelled_at?: string | null
          charged_back_kobo?: number
          replaced_by?: string | null
          left_at?: string | null
          way?: string | null
        }
        Relationships: [{ foreignKeyName: 'payments_checkout_id_fkey'; columns: ['checkout_id']; isOneToOne: false; referencedRelation: 'checkouts'; referencedColumns: ['id'] }, { foreignKeyName: 'payments_replaced_by_fkey'; columns: ['replaced_by']; isOneToOne: false; referencedRelation: 'payments'; referencedColumns: ['id'] }, { foreignKeyName: 'payments_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      payout_orders: {
        Row: {
          payout_id: string
          order_id: string
          amount_kobo: number
        }
        Insert: {
          payout_id: string
          order_id: string
          amount_kobo: number
        }
        Update: {
          payout_id?: string
          order_id?: string
          amount_kobo?: number
        }
        Relationships: [{ foreignKeyName: 'payout_orders_payout_id_fkey'; columns: ['payout_id']; isOneToOne: false; referencedRelation: 'payouts'; referencedColumns: ['id'] }]
      }
      payout_terms: {
        Row: {
          vendor_id: string
          weekly_since: string | null
          held_at: string | null
          held_by: string | null
          hold_reason: string | null
          updated_at: string
        }
        Insert: {
          vendor_id: string
          weekly_since?: string | null
          held_at?: string | null
          held_by?: string | null
          hold_reason?: string | null
          updated_at?: string
        }
        Update: {
          vendor_id?: string
          weekly_since?: string | null
          held_at?: string | null
          held_by?: string | null
          hold_reason?: string | null
          updated_at?: string
        }
        Relationships: [{ foreignKeyName: 'payout_terms_held_by_fkey'; columns: ['held_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'payout_terms_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: true; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      payouts: {
        Row: {
          id: string
          reference: string
          vendor_id: string
          bank_account_id: string
          amount_kobo: number
          gateway: string
          weekly_for: string | null
          requested_by: string | null
          status: string
          trouble: string | null
          trouble_text: string | null
          tries: number
          next_try_at: string | null
          answered_at: string | null
          unconfirmed_since: string | null
          arrived_at: string | null
          created_at: string
          updated_at: string
        }
        Insert: {
          id?: string
          vendor_id: string
          bank_account_id: string
          amount_kobo: number
          gateway: string
          weekly_for?: string | null
          requested_by?: string | null
          status?: string
          trouble?: string | null
          trouble_text?: string | null
          tries?: number
          next_try_at?: string | null
          answered_at?: string | null
          unconfirmed_since?: string | null
          arrived_at?: string | null
          created_at?: string
          updated_at?: string
        }
        Update: {
          id?: string
          vendor_id?: string
          bank_account_id?: string
          amount_kobo?: number
          gateway?: string
          weekly_for?: string | null
          requested_by?: string | null
          status?: string
          trouble?: string | null
          trouble_text?: string | null
          tries?: number
          next_try_at?: string | null
          answered_at?: string | null
          unconfirmed_since?: string | null
          arrived_at?: string | null
          created_at?: string
          updated_at?: string
        }
        Relationships: [{ foreignKeyName: 'payouts_bank_account_id_fkey'; columns: ['bank_account_id']; isOneToOne: false; referencedRelation: 'bank_accounts'; referencedColumns: ['id'] }, { foreignKeyName: 'payouts_requested_by_fkey'; columns: ['requested_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'payouts_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      photo_proofs: {
        Row: {
          bucket_id: string
          name: string
          digest: string
          kind: string
          subject_id: string
          created_at: string
        }
        Insert: {
          bucket_id: string
          name: string
          digest: string
          kind: string
          subject_id: string
          created_at?: string
        }
        Update: {
          bucket_id?: string
          name?: string
          digest?: string
          kind?: string
          subject_id?: string
          created_at?: string
        }
        Relationships: []
      }
      pickup_points: {
        Row: {
          id: string
          name: string
          state: string
          lga: string
          street: string
          instructions: string
          latitude: number | null
          longitude: number | null
          phone: string | null
          opening_hours: Json
          vendor_id: string | null
          stockpile_capacity_kg: number
          closed_at: string | null
          created_at: string
          updated_at: string
          closed_reason: string | null
        }
        Insert: {
          id?: string
          name: string
          state: string
          lga: string
          street: string
          instructions?: string
          latitude?: number | null
          longitude?: number | null
          phone?: string | null
          opening_hours?: Json
          vendor_id?: string | null
          stockpile_capacity_kg?: number
          closed_at?: string | null
          created_at?: string
          updated_at?: string
          closed_reason?: string | null
        }
        Update: {
          id?: string
          name?: string
          state?: string
          lga?: string
          street?: string
          instructions?: string
          latitude?: number | null
          longitude?: number | null
          phone?: string | null
          opening_hours?: Json
          vendor_id?: string | null
          stockpile_capacity_kg?: number
          closed_at?: string | null
          created_at?: string
          updated_at?: string
          closed_reason?: string | null
        }
        Relationships: [{ foreignKeyName: 'local_government_of_its_state'; columns: ['state', 'lga']; isOneToOne: false; referencedRelation: 'local_governments'; referencedColumns: ['state', 'name'] }, { foreignKeyName: 'pickup_points_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }, { foreignKeyName: 'pickup_points_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      price_answers: {
        Row: {
          order_id: string
          price_rise_id: string
          person_id: string
          answer: string
          former_ceiling_price: number | null
          more_kobo: number
          payment_id: string | null
          answered_at: string
          returned_at: string | null
        }
        Insert: {
          order_id: string
          price_rise_id: string
          person_id: string
          answer: string
          former_ceiling_price?: number | null
          more_kobo?: number
          payment_id?: string | null
          answered_at?: string
          returned_at?: string | null
        }
        Update: {
          order_id?: string
          price_rise_id?: string
          person_id?: string
          answer?: string
          former_ceiling_price?: number | null
          more_kobo?: number
          payment_id?: string | null
          answered_at?: string
          returned_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'price_answers_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'price_answers_payment_id_fkey'; columns: ['payment_id']; isOneToOne: false; referencedRelation: 'payments'; referencedColumns: ['id'] }, { foreignKeyName: 'price_answers_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'price_answers_price_rise_id_fkey'; columns: ['price_rise_id']; isOneToOne: false; referencedRelation: 'price_rises'; referencedColumns: ['id'] }]
      }
      price_payments: {
        Row: {
          payment_id: string
          order_id: string
          price_rise_id: string
          more_kobo: number
          status: string
          created_at: string
        }
        Insert: {
          payment_id: string
          order_id: string
          price_rise_id: string
          more_kobo: number
          status?: string
          created_at?: string
        }
        Update: {
          payment_id?: string
          order_id?: string
          price_rise_id?: string
          more_kobo?: number
          status?: string
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'price_payments_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'price_payments_payment_id_fkey'; columns: ['payment_id']; isOneToOne: true; referencedRelation: 'payments'; referencedColumns: ['id'] }, { foreignKeyName: 'price_payments_price_rise_id_fkey'; columns: ['price_rise_id']; isOneToOne: false; referencedRelation: 'price_rises'; referencedColumns: ['id'] }]
      }
      price_rises: {
        Row: {
          id: string
          group_buy_id: string
          requested_by: string | null
          rise_naira: number
          reason: string
          former_base_price: number
          base_price: number
          former_price_tiers: string
          price_tiers: string
          former_ceiling_price: number
          ceiling_price: number
          people: number
          status: string
          asked_at: string
          ends_at: string
          reminded_at: string | null
          ended_at: string | null
          finished_at: string | null
        }
        Insert: {
          id?: string
          group_buy_id: string
          requested_by?: string | null
          rise_naira: number
          reason: string
          former_base_price?: number
          base_price?: number
          former_price_tiers?: string
          price_tiers?: string
          former_ceiling_price?: number
          ceiling_price?: number
          people?: number
          status?: string
          asked_at?: string
          ends_at?: string
          reminded_at?: string | null
          ended_at?: string | null
          finished_at?: string | null
        }
        Update: {
          id?: string
          group_buy_id?: string
          requested_by?: string | null
          rise_naira?: number
          reason?: string
          former_base_price?: number
          base_price?: number
          former_price_tiers?: string
          price_tiers?: string
          former_ceiling_price?: number
          ceiling_price?: number
          people?: number
          status?: string
          asked_at?: string
          ends_at?: string
          reminded_at?: string | null
          ended_at?: string | null
          finished_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'price_rises_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: true; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'price_rises_requested_by_fkey'; columns: ['requested_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      product_import_rows: {
        Row: {
          import_id: string
          row_number: number
          typed: Json
          draft: Json | null
          errors: Json
          outcome: string | null
          product_id: string | null
        }
        Insert: {
          import_id: string
          row_number: number
          typed: Json
          draft?: Json | null
          errors?: Json
          outcome?: string | null
          product_id?: string | null
        }
        Update: {
          import_id?: string
          row_number?: number
          typed?: Json
          draft?: Json | null
          errors?: Json
          outcome?: string | null
          product_id?: string | null
        }
        Relationships: [{ foreignKeyName: 'product_import_rows_import_id_fkey'; columns: ['import_id']; isOneToOne: false; referencedRelation: 'product_imports'; referencedColumns: ['id'] }, { foreignKeyName: 'product_import_rows_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }]
      }
      product_imports: {
        Row: {
          id: string
          vendor_id: string
          file_name: string
          status: string
          row_count: number
          fault_count: number
          created_at: string
          started_at: string | null
          ended_at: string | null
        }
        Insert: {
          id?: string
          vendor_id: string
          file_name: string
          status?: string
          row_count: number
          fault_count: number
          created_at?: string
          started_at?: string | null
          ended_at?: string | null
        }
        Update: {
          id?: string
          vendor_id?: string
          file_name?: string
          status?: string
          row_count?: number
          fault_count?: number
          created_at?: string
          started_at?: string | null
          ended_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'product_imports_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      product_pictures: {
        Row: {
          id: string
          product_id: string
          bucket: string
          path: string
          url: string
          position: number
          created_at: string
        }
        Insert: {
          id?: string
          product_id: string
          bucket?: string
          path: string
          url?: string
          position?: number
          created_at?: string
        }
        Update: {
          id?: string
          product_id?: string
          bucket?: string
          path?: string
          url?: string
          position?: number
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'product_pictures_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }]
      }
      product_prices: {
        Row: {
          product_id: string
          day: string
          price: number
          unit: string
          changed_at: string | null
          changed_by: string | null
          came_by_import: boolean
        }
        Insert: {
          product_id: string
          day: string
          price: number
          unit: string
          changed_at?: string | null
          changed_by?: string | null
          came_by_import?: boolean
        }
        Update: {
          product_id?: string
          day?: string
          price?: number
          unit?: string
          changed_at?: string | null
          changed_by?: string | null
          came_by_import?: boolean
        }
        Relationships: [{ foreignKeyName: 'product_prices_changed_by_fkey'; columns: ['changed_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'product_prices_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }]
      }
      product_questions: {
        Row: {
          id: string
          product_id: string
          vendor_id: string
          asker_id: string
          asker_name: string
          question: string
          asked_at: string
          answer: string | null
          answered_at: string | null
          answer_changed_at: string | null
          reported_at: string | null
          reported_by: string | null
          report_reason: string | null
          judged_at: string | null
          judged_by: string | null
          judge_reason: string | null
          hidden_at: string | null
        }
        Insert: {
          id?: string
          product_id: string
          vendor_id?: string
          asker_id: string
          asker_name: string
          question: string
          asked_at?: string
          answer?: string | null
          answered_at?: string | null
          answer_changed_at?: string | null
          reported_at?: string | null
          reported_by?: string | null
          report_reason?: string | null
          judged_at?: string | null
          judged_by?: string | null
          judge_reason?: string | null
          hidden_at?: string | null
        }
        Update: {
          id?: string
          product_id?: string
          vendor_id?: string
          asker_id?: string
          asker_name?: string
          question?: string
          asked_at?: string
          answer?: string | null
          answered_at?: string | null
          answer_changed_at?: string | null
          reported_at?: string | null
          reported_by?: string | null
          report_reason?: string | null
          judged_at?: string | null
          judged_by?: string | null
          judge_reason?: string | null
          hidden_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'product_questions_asker_id_fkey'; columns: ['asker_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'product_questions_judged_by_fkey'; columns: ['judged_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'product_questions_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }, { foreignKeyName: 'product_questions_reported_by_fkey'; columns: ['reported_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'product_questions_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      products: {
        Row: {
          id: string
          vendor_id: string
          name: string
          description: string
          category: string
          base_price: number
          unit: string
          min_quantity: number
          max_quantity: number | null
          available_quantity: number
          image_url: string | null
          vendor_location: string
          share_date: string | null
          stockpile_allowed: boolean
          archived_at: string | null
          created_at: string
          updated_at: string
          stockpile_confirmed_by: string | null
          stockpile_confirmed_at: string | null
          can_be_stockpiled: boolean
          vat_class: string
          kg_per_unit: number | null
          drawn_url: string | null
          paused_until: string | null
          code: string | null
          least_kg_per_unit: number | null
          most_kg_per_unit: number | null
          is_orderable: boolean
        }
        Insert: {
          id?: string
          vendor_id?: string
          name?: string
          description?: string
          category?: string
          base_price: number
          unit?: string
          min_quantity?: number
          max_quantity?: number | null
          available_quantity?: number
          image_url?: string | null
          vendor_location?: string
          share_date?: string | null
          stockpile_allowed?: boolean
          archived_at?: string | null
          created_at?: string
          updated_at?: string
          stockpile_confirmed_by?: string | null
          stockpile_confirmed_at?: string | null
          vat_class?: string
          kg_per_unit?: number | null
          drawn_url?: string | null
          paused_until?: string | null
          code?: string | null
          least_kg_per_unit?: number | null
          most_kg_per_unit?: number | null
        }
        Update: {
          id?: string
          vendor_id?: string
          name?: string
          description?: string
          category?: string
          base_price?: number
          unit?: string
          min_quantity?: number
          max_quantity?: number | null
          available_quantity?: number
          image_url?: string | null
          vendor_location?: string
          share_date?: string | null
          stockpile_allowed?: boolean
          archived_at?: string | null
          created_at?: string
          updated_at?: string
          stockpile_confirmed_by?: string | null
          stockpile_confirmed_at?: string | null
          vat_class?: string
          kg_per_unit?: number | null
          drawn_url?: string | null
          paused_until?: string | null
          code?: string | null
          least_kg_per_unit?: number | null
          most_kg_per_unit?: number | null
        }
        Relationships: [{ foreignKeyName: 'products_stockpile_confirmed_by_fkey'; columns: ['stockpile_confirmed_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'products_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      profiles: {
        Row: {
          id: string
          role: string
          full_name: string
          points_balance: number
          referral_code: string | null
          hidden_from_boards: boolean
          created_at: string
          updated_at: string
        }
        Insert: {
          id: string
          role?: string
          full_name?: string
          points_balance?: number
          referral_code?: string | null
          hidden_from_boards?: boolean
          created_at?: string
          updated_at?: string
        }
        Update: {
          id?: string
          role?: string
          full_name?: string
          points_balance?: number
          referral_code?: string | null
          hidden_from_boards?: boolean
          created_at?: string
          updated_at?: string
        }
        Relationships: []
      }
      public_holidays: {
        Row: {
          date: string
          name: string
          is_expected: boolean
          created_at: string
        }
        Insert: {
          date: string
          name: string
          is_expected?: boolean
          created_at?: string
        }
        Update: {
          date?: string
          name?: string
          is_expected?: boolean
          created_at?: string
        }
        Relationships: []
      }
      push_subscriptions: {
        Row: {
          id: string
          person_id: string
          session_id: string
          endpoint: string
          p256dh: string
          auth: string
          user_agent: string | null
          created_at: string
          refusals: number
        }
        Insert: {
          id?: string
          person_id: string
          session_id: string
          endpoint: string
          p256dh: string
          auth: string
          user_agent?: string | null
          created_at?: string
          refusals?: number
        }
        Update: {
          id?: string
          person_id?: string
          session_id?: string
          endpoint?: string
          p256dh?: string
          auth?: string
          user_agent?: string | null
          created_at?: string
          refusals?: number
        }
        Relationships: [{ foreignKeyName: 'push_subscriptions_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      pushes: {
        Row: {
          id: number
          subscription_id: string
          notice_id: string
          title: string
          body: string
          link: string
          is_urgent: boolean
          attempts: number
          next_attempt_at: string
          created_at: string
        }
        Insert: {
          subscription_id: string
          notice_id: string
          title: string
          body: string
          link: string
          is_urgent: boolean
          attempts?: number
          next_attempt_at: string
          created_at?: string
        }
        Update: {
          subscription_id?: string
          notice_id?: string
          title?: string
          body?: string
          link?: string
          is_urgent?: boolean
          attempts?: number
          next_attempt_at?: string
          created_at?: string
        }
        Relationships: []
      }
      quantity_requests: {
        Row: {
          id: string
          group_buy_id: string
          person_id: string
          quantity: number
          note: string
          status: string
          created_at: string
          decided_by: string | null
          reason: string
          ended_at: string | null
        }
        Insert: {
          id?: string
          group_buy_id: string
          person_id: string
          quantity: number
          note?: string
          status?: string
          created_at?: string
          decided_by?: string | null
          reason?: string
          ended_at?: string | null
        }
        Update: {
          id?: string
          group_buy_id?: string
          person_id?: string
          quantity?: number
          note?: string
          status?: string
          created_at?: string
          decided_by?: string | null
          reason?: string
          ended_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'quantity_requests_decided_by_fkey'; columns: ['decided_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'quantity_requests_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'quantity_requests_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      record_views: {
        Row: {
          record_kind: string
          record_id: string
          viewer_id: string
          hour: string
        }
        Insert: {
          record_kind: string
          record_id: string
          viewer_id: string
          hour?: string
        }
        Update: {
          record_kind?: string
          record_id?: string
          viewer_id?: string
          hour?: string
        }
        Relationships: [{ foreignKeyName: 'record_views_viewer_id_fkey'; columns: ['viewer_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      referrals: {
        Row: {
          id: string
          referrer_id: string
          referred_id: string
          created_at: string
          settled_at: string | null
        }
        Insert: {
          id?: string
          referrer_id: string
          referred_id: string
          created_at?: string
          settled_at?: string | null
        }
        Update: {
          id?: string
          referrer_id?: string
          referred_id?: string
          created_at?: string
          settled_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'referrals_referred_id_fkey'; columns: ['referred_id']; isOneToOne: true; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'referrals_referrer_id_fkey'; columns: ['referrer_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      refunds: {
        Row: {
          id: string
          payment_id: string
          order_id: string | null
          amount_kobo: number
          reason: string
          status: string
          gateway_refund_id: string | null
          expected_by: string
          tries: number
          next_try_at: string | null
          processed_at: string | null
          to_bank_code: string | null
          to_account_number: string | null
          created_at: string
          updated_at: string
          amount_id: string | null
          failures: number
        }
        Insert: {
          id?: string
          payment_id: string
          order_id?: string | null
          amount_kobo: number
          reason: string
          status?: string
          gateway_refund_id?: string | null
          expected_by?: string
          tries?: number
          next_try_at?: string | null
          processed_at?: string | null
          to_bank_code?: string | null
          to_account_number?: string | null
          created_at?: string
          updated_at?: string
          amount_id?: string | null
          failures?: number
        }
        Update: {
          id?: string
          payment_id?: string
          order_id?: string | null
          amount_kobo?: number
          reason?: string
          status?: string
          gateway_refund_id?: string | null
          expected_by?: string
          tries?: number
          next_try_at?: string | null
          processed_at?: string | null
          to_bank_code?: string | null
          to_account_number?: string | null
          created_at?: string
          updated_at?: string
          amount_id?: string | null
          failures?: number
        }
        Relationships: [{ foreignKeyName: 'refunds_amount_id_fkey'; columns: ['amount_id']; isOneToOne: false; referencedRelation: 'typed_amounts'; referencedColumns: ['id'] }, { foreignKeyName: 'refunds_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'refunds_payment_id_fkey'; columns: ['payment_id']; isOneToOne: false; referencedRelation: 'payments'; referencedColumns: ['id'] }]
      }
      region_broadcast_recipients: {
        Row: {
          broadcast_id: string
          person_id: string
          notified_at: string | null
        }
        Insert: {
          broadcast_id: string
          person_id: string
          notified_at?: string | null
        }
        Update: {
          broadcast_id?: string
          person_id?: string
          notified_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'region_broadcast_recipients_broadcast_id_fkey'; columns: ['broadcast_id']; isOneToOne: false; referencedRelation: 'region_broadcasts'; referencedColumns: ['id'] }, { foreignKeyName: 'region_broadcast_recipients_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      region_broadcasts: {
        Row: {
          id: string
          author_id: string | null
          author_name: string
          states: string[]
          audience: string
          title: string
          body: string
          status: string
          expected: number
          recipients: number
          delivered: number
          approver_id: string | null
          approver_name: string | null
          last_person_id: string | null
          all_listed: boolean
          created_at: string
          starts_at: string | null
          ended_at: string | null
        }
        Insert: {
          id?: string
          author_id?: string | null
          author_name: string
          states: string[]
          audience?: string
          title: string
          body: string
          status?: string
          expected?: number
          recipients?: number
          delivered?: number
          approver_id?: string | null
          approver_name?: string | null
          last_person_id?: string | null
          all_listed?: boolean
          created_at?: string
          starts_at?: string | null
          ended_at?: string | null
        }
        Update: {
          id?: string
          author_id?: string | null
          author_name?: string
          states?: string[]
          audience?: string
          title?: string
          body?: string
          status?: string
          expected?: number
          recipients?: number
          delivered?: number
          approver_id?: string | null
          approver_name?: string | null
          last_person_id?: string | null
          all_listed?: boolean
          created_at?: string
          starts_at?: string | null
          ended_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'region_broadcasts_approver_id_fkey'; columns: ['approver_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'region_broadcasts_author_id_fkey'; columns: ['author_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      rendered_pdfs: {
        Row: {
          digest: string
          bytes: string
          rendered_at: string
          used_at: string
        }
        Insert: {
          digest: string
          bytes: string
          rendered_at?: string
          used_at?: string
        }
        Update: {
          digest?: string
          bytes?: string
          rendered_at?: string
          used_at?: string
        }
        Relationships: []
      }
      reserved_names: {
        Row: {
          skeleton: string
        }
        Insert: {
          skeleton: string
        }
        Update: {
          skeleton?: string
        }
        Relationships: []
      }
      reviews: {
        Row: {
          id: string
          vendor_id: string
          author_id: string
          order_id: string
          rating: number
          comment: string
          created_at: string
          reply: string | null
          replied_at: string | null
          reported_at: string | null
          reported_by: string | null
          report_reason: string | null
          judged_at: string | null
          judged_by: string | null
          hidden_at: string | null
          judge_reason: string | null
          product_ids: string[]
        }
        Insert: {
          id?: string
          vendor_id: string
          author_id: string
          order_id: string
          rating: number
          comment?: string
          created_at?: string
          reply?: string | null
          replied_at?: string | null
          reported_at?: string | null
          reported_by?: string | null
          report_reason?: string | null
          judged_at?: string | null
          judged_by?: string | null
          hidden_at?: string | null
          judge_reason?: string | null
          product_ids?: string[]
        }
        Update: {
          id?: string
          vendor_id?: string
          author_id?: string
          order_id?: string
          rating?: number
          comment?: string
          created_at?: string
          reply?: string | null
          replied_at?: string | null
          reported_at?: string | null
          reported_by?: string | null
          report_reason?: string | null
          judged_at?: string | null
          judged_by?: string | null
          hidden_at?: string | null
          judge_reason?: string | null
          product_ids?: string[]
        }
        Relationships: [{ foreignKeyName: 'reviews_author_id_fkey'; columns: ['author_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'reviews_judged_by_fkey'; columns: ['judged_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'reviews_order_id_fkey'; columns: ['order_id']; isOneToOne: true; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'reviews_reported_by_fkey'; columns: ['reported_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'reviews_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      reward_refusals: {
        Row: {
          order_id: string
          referrer_id: string
          reason: string
          decided_at: string
        }
        Insert: {
          order_id: string
          referrer_id: string
          reason: string
          decided_at?: string
        }
        Update: {
          order_id?: string
          referrer_id?: string
          reason?: string
          decided_at?: string
        }
        Relationships: [{ foreignKeyName: 'reward_refusals_order_id_fkey'; columns: ['order_id']; isOneToOne: true; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'reward_refusals_referrer_id_fkey'; columns: ['referrer_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      saved_lists: {
        Row: {
          id: string
          profile_id: string
          name: string
          lines: Json
          created_at: string
          deleted_at: string | null
        }
        Insert: {
          id?: string
          profile_id?: string
          name: string
          lines: Json
          created_at?: string
          deleted_at?: string | null
        }
        Update: {
          id?: string
          profile_id?: string
          name?: string
          lines?: Json
          created_at?: string
          deleted_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'saved_lists_profile_id_fkey'; columns: ['profile_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      saved_searches: {
        Row: {
          id: string
          person_id: string
          words: string
          checked_at: string
          created_at: string
        }
        Insert: {
          id?: string
          person_id: string
          words: string
          checked_at?: string
          created_at?: string
        }
        Update: {
          id?: string
          person_id?: string
          words?: string
          checked_at?: string
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'saved_searches_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      saved_views: {
        Row: {
          id: string
          person_id: string
          list: string
          name: string
          query: string
          is_default: boolean
          created_at: string
        }
        Insert: {
          id?: string
          person_id?: string
          list: string
          name: string
          query: string
          is_default?: boolean
          created_at?: string
        }
        Update: {
          id?: string
          person_id?: string
          list?: string
          name?: string
          query?: string
          is_default?: boolean
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'saved_views_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      search_entries: {
        Row: {
          kind: string
          group_buy_id: string | null
          product_id: string | null
          shop_id: string | null
          post_id: string | null
          title: string
          title_stems: string[]
          words: string
          is_available: boolean
          ends_at: string | null
          category: string | null
          vendor_id: string | null
          place: string | null
          share_date: string | null
          price: number | null
          listed_at: string | null
        }
        Insert: {
          kind: string
          group_buy_id?: string | null
          product_id?: string | null
          shop_id?: string | null
          post_id?: string | null
          title: string
          title_stems: string[]
          words: string
          is_available?: boolean
          ends_at?: string | null
          category?: string | null
          vendor_id?: string | null
          place?: string | null
          share_date?: string | null
          price?: number | null
          listed_at?: string | null
        }
        Update: {
          kind?: string
          group_buy_id?: string | null
          product_id?: string | null
          shop_id?: string | null
          post_id?: string | null
          title?: string
          title_stems?: string[]
          words?: string
          is_available?: boolean
          ends_at?: string | null
          category?: string | null
          vendor_id?: string | null
          place?: string | null
          share_date?: string | null
          price?: number | null
          listed_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'search_entries_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: true; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'search_entries_post_id_fkey'; columns: ['post_id']; isOneToOne: true; referencedRelation: 'blog_posts'; referencedColumns: ['id'] }, { foreignKeyName: 'search_entries_product_id_fkey'; columns: ['product_id']; isOneToOne: true; referencedRelation: 'products'; referencedColumns: ['id'] }, { foreignKeyName: 'search_entries_shop_id_fkey'; columns: ['shop_id']; isOneToOne: true; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      setting_bounds: {
        Row: {
          key: string
          least: number
          most: number
          loosens: string | null
        }
        Insert: {
          key: string
          least: number
          most: number
          loosens?: string | null
        }
        Update: {
          key?: string
          least?: number
          most?: number
          loosens?: string | null
        }
        Relationships: []
      }
      settings: {
        Row: {
          key: string
          value: Json
          effective_from: string
          note: string
          created_by: string | null
          created_at: string
          withdrawn_at: string | null
          withdrawn_by: string | null
          notified_at: string | null
        }
        Insert: {
          key: string
          value: Json
          effective_from?: string
          note?: string
          created_by?: string | null
          created_at?: string
          withdrawn_at?: string | null
          withdrawn_by?: string | null
          notified_at?: string | null
        }
        Update: {
          key?: string
          value?: Json
          effective_from?: string
          note?: string
          created_by?: string | null
          created_at?: string
          withdrawn_at?: string | null
          withdrawn_by?: string | null
          notified_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'settings_created_by_fkey'; columns: ['created_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'settings_withdrawn_by_fkey'; columns: ['withdrawn_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      share_gifts: {
        Row: {
          id: string
          order_id: string
          giver_id: string
          email: string | null
          phone: string | null
          to_waiting_list: boolean
          note: string
          status: string
          is_open: boolean
          receiver_id: string | null
          turn_ends_at: string | null
          passed_ids: string[]
          created_at: string
          expires_at: string
          ended_at: string | null
          notified_of: string | null
        }
        Insert: {
          id?: string
          order_id: string
          giver_id: string
          email?: string | null
          phone?: string | null
          to_waiting_list?: boolean
          note?: string
          status?: string
          receiver_id?: string | null
          turn_ends_at?: string | null
          passed_ids?: string[]
          created_at?: string
          expires_at: string
          ended_at?: string | null
          notified_of?: string | null
        }
        Update: {
          id?: string
          order_id?: string
          giver_id?: string
          email?: string | null
          phone?: string | null
          to_waiting_list?: boolean
          note?: string
          status?: string
          receiver_id?: string | null
          turn_ends_at?: string | null
          passed_ids?: string[]
          created_at?: string
          expires_at?: string
          ended_at?: string | null
          notified_of?: string | null
        }
        Relationships: [{ foreignKeyName: 'share_gifts_giver_id_fkey'; columns: ['giver_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'share_gifts_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'share_gifts_receiver_id_fkey'; columns: ['receiver_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      shop_blocks: {
        Row: {
          person_id: string
          vendor_id: string
          created_at: string
        }
        Insert: {
          person_id?: string
          vendor_id: string
          created_at?: string
        }
        Update: {
          person_id?: string
          vendor_id?: string
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'shop_blocks_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'shop_blocks_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      shop_changes: {
        Row: {
          id: string
          vendor_id: string
          requested_by: string
          requested_at: string
          business_name: string | null
          registration_number: string | null
          address: string | null
          former_name: string
          former_registration_number: string | null
          former_address: string | null
          reason: string
          status: string
          decided_by: string | null
          decided_at: string | null
          decision_note: string
        }
        Insert: {
          id?: string
          vendor_id: string
          requested_by: string
          requested_at?: string
          business_name?: string | null
          registration_number?: string | null
          address?: string | null
          former_name: string
          former_registration_number?: string | null
          former_address?: string | null
          reason: string
          status?: string
          decided_by?: string | null
          decided_at?: string | null
          decision_note?: string
        }
        Update: {
          id?: string
          vendor_id?: string
          requested_by?: string
          requested_at?: string
          business_name?: string | null
          registration_number?: string | null
          address?: string | null
          former_name?: string
          former_registration_number?: string | null
          former_address?: string | null
          reason?: string
          status?: string
          decided_by?: string | null
          decided_at?: string | null
          decision_note?: string
        }
        Relationships: [{ foreignKeyName: 'shop_changes_decided_by_fkey'; columns: ['decided_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'shop_changes_requested_by_fkey'; columns: ['requested_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'shop_changes_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      shop_notes: {
        Row: {
          id: string
          vendor_id: string
          order_id: string | null
          customer_id: string | null
          author_id: string
          text: string
          created_at: string
        }
        Insert: {
          id?: string
          vendor_id: string
          order_id?: string | null
          customer_id?: string | null
          author_id: string
          text: string
          created_at?: string
        }
        Update: {
          id?: string
          vendor_id?: string
          order_id?: string | null
          customer_id?: string | null
          author_id?: string
          text?: string
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'shop_notes_author_id_fkey'; columns: ['author_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'shop_notes_customer_id_fkey'; columns: ['customer_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'shop_notes_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'shop_notes_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      shortfall_shares: {
        Row: {
          shortfall_id: string
          line_id: string
          missing_thousandths: number
          partial_refund_id: string | null
          goods_kobo: number
        }
        Insert: {
          shortfall_id: string
          line_id: string
          missing_thousandths: number
          partial_refund_id?: string | null
          goods_kobo?: number
        }
        Update: {
          shortfall_id?: string
          line_id?: string
          missing_thousandths?: number
          partial_refund_id?: string | null
          goods_kobo?: number
        }
        Relationships: [{ foreignKeyName: 'shortfall_shares_line_id_fkey'; columns: ['line_id']; isOneToOne: false; referencedRelation: 'order_lines'; referencedColumns: ['id'] }, { foreignKeyName: 'shortfall_shares_partial_refund_id_fkey'; columns: ['partial_refund_id']; isOneToOne: true; referencedRelation: 'partial_refunds'; referencedColumns: ['id'] }, { foreignKeyName: 'shortfall_shares_shortfall_id_fkey'; columns: ['shortfall_id']; isOneToOne: false; referencedRelation: 'shortfalls'; referencedColumns: ['id'] }]
      }
      shortfalls: {
        Row: {
          id: string
          vendor_id: string
          group_buy_id: string | null
          line_id: string | null
          pickup_point_id: string | null
          kind: string
          missing_thousandths: number
          of_thousandths: number
          by_vendor_thousandths: number
          by_hub_thousandths: number
          orders: number
          goods_kobo: number
          returned_kobo: number
          reason: string
          photo: string | null
          entered_by: string | null
          created_at: string
          status: string
          by_shop: boolean
          due_at: string | null
          answer_by: string | null
          contested_at: string | null
          answered_by: string | null
          ended_at: string | null
        }
        Insert: {
          id?: string
          vendor_id: string
          group_buy_id?: string | null
          line_id?: string | null
          pickup_point_id?: string | null
          kind: string
          missing_thousandths: number
          of_thousandths: number
          by_vendor_thousandths: number
          by_hub_thousandths: number
          orders: number
          goods_kobo: number
          returned_kobo: number
          reason: string
          photo?: string | null
          entered_by?: string | null
          created_at?: string
          status?: string
          by_shop?: boolean
          due_at?: string | null
          answer_by?: string | null
          contested_at?: string | null
          answered_by?: string | null
          ended_at?: string | null
        }
        Update: {
          id?: string
          vendor_id?: string
          group_buy_id?: string | null
          line_id?: string | null
          pickup_point_id?: string | null
          kind?: string
          missing_thousandths?: number
          of_thousandths?: number
          by_vendor_thousandths?: number
          by_hub_thousandths?: number
          orders?: number
          goods_kobo?: number
          returned_kobo?: number
          reason?: string
          photo?: string | null
          entered_by?: string | null
          created_at?: string
          status?: string
          by_shop?: boolean
          due_at?: string | null
          answer_by?: string | null
          contested_at?: string | null
          answered_by?: string | null
          ended_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'shortfalls_answered_by_fkey'; columns: ['answered_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'shortfalls_entered_by_fkey'; columns: ['entered_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'shortfalls_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'shortfalls_line_id_fkey'; columns: ['line_id']; isOneToOne: false; referencedRelation: 'order_lines'; referencedColumns: ['id'] }, { foreignKeyName: 'shortfalls_pickup_point_id_fkey'; columns: ['pickup_point_id']; isOneToOne: false; referencedRelation: 'pickup_points'; referencedColumns: ['id'] }, { foreignKeyName: 'shortfalls_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      shown_names: {
        Row: {
          id: string
          group_buy_id: string
          user_id: string
          shown_at: string
        }
        Insert: {
          id?: string
          group_buy_id: string
          user_id: string
          shown_at?: string
        }
        Update: {
          id?: string
          group_buy_id?: string
          user_id?: string
          shown_at?: string
        }
        Relationships: [{ foreignKeyName: 'shown_names_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'shown_names_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      staff_invitations: {
        Row: {
          id: string
          vendor_id: string | null
          pickup_point_id: string | null
          duty: string
          email: string | null
          phone: string | null
          invited_by: string
          created_at: string
          accepted_at: string | null
          ended_at: string | null
        }
        Insert: {
          id?: string
          vendor_id?: string | null
          pickup_point_id?: string | null
          duty: string
          email?: string | null
          phone?: string | null
          invited_by: string
          created_at?: string
          accepted_at?: string | null
          ended_at?: string | null
        }
        Update: {
          id?: string
          vendor_id?: string | null
          pickup_point_id?: string | null
          duty?: string
          email?: string | null
          phone?: string | null
          invited_by?: string
          created_at?: string
          accepted_at?: string | null
          ended_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'staff_invitations_invited_by_fkey'; columns: ['invited_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'staff_invitations_pickup_point_id_fkey'; columns: ['pickup_point_id']; isOneToOne: false; referencedRelation: 'pickup_points'; referencedColumns: ['id'] }, { foreignKeyName: 'staff_invitations_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      staff_notes: {
        Row: {
          id: string
          record_kind: string
          record_id: string
          kind: string
          text: string
          outcome: string | null
          visited_on: string | null
          next_call_on: string | null
          author_id: string
          vendor_id: string | null
          about_id: string | null
          created_at: string
          done_at: string | null
          done_by: string | null
        }
        Insert: {
          id?: string
          record_kind: string
          record_id?: string
          kind: string
          text: string
          outcome?: string | null
          visited_on?: string | null
          next_call_on?: string | null
          author_id: string
          vendor_id?: string | null
          about_id?: string | null
          created_at?: string
          done_at?: string | null
          done_by?: string | null
        }
        Update: {
          id?: string
          record_kind?: string
          record_id?: string
          kind?: string
          text?: string
          outcome?: string | null
          visited_on?: string | null
          next_call_on?: string | null
          author_id?: string
          vendor_id?: string | null
          about_id?: string | null
          created_at?: string
          done_at?: string | null
          done_by?: string | null
        }
        Relationships: [{ foreignKeyName: 'staff_notes_about_id_fkey'; columns: ['about_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'staff_notes_author_id_fkey'; columns: ['author_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'staff_notes_done_by_fkey'; columns: ['done_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'staff_notes_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      standing_orders: {
        Row: {
          id: string
          cycle_id: string
          person_id: string
          quantity: number
          most_kobo: number
          mode: string
          status: string
          pause_reason: string | null
          skips_next: boolean
          active_since: string
          created_at: string
          ended_at: string | null
        }
        Insert: {
          id?: string
          cycle_id: string
          person_id: string
          quantity: number
          most_kobo: number
          mode: string
          status?: string
          pause_reason?: string | null
          skips_next?: boolean
          active_since?: string
          created_at?: string
          ended_at?: string | null
        }
        Update: {
          id?: string
          cycle_id?: string
          person_id?: string
          quantity?: number
          most_kobo?: number
          mode?: string
          status?: string
          pause_reason?: string | null
          skips_next?: boolean
          active_since?: string
          created_at?: string
          ended_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'standing_orders_cycle_id_fkey'; columns: ['cycle_id']; isOneToOne: false; referencedRelation: 'buy_cycles'; referencedColumns: ['id'] }, { foreignKeyName: 'standing_orders_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      standing_rounds: {
        Row: {
          standing_order_id: string
          group_buy_id: string
          outcome: string
          order_id: string | null
          reason: string | null
          at: string
        }
        Insert: {
          standing_order_id: string
          group_buy_id: string
          outcome: string
          order_id?: string | null
          reason?: string | null
          at?: string
        }
        Update: {
          standing_order_id?: string
          group_buy_id?: string
          outcome?: string
          order_id?: string | null
          reason?: string | null
          at?: string
        }
        Relationships: [{ foreignKeyName: 'standing_rounds_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'standing_rounds_order_id_fkey'; columns: ['order_id']; isOneToOne: true; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'standing_rounds_standing_order_id_fkey'; columns: ['standing_order_id']; isOneToOne: false; referencedRelation: 'standing_orders'; referencedColumns: ['id'] }]
      }
      status_changes: {
        Row: {
          id: number
          subject: string
          subject_id: string
          from_status: string | null
          to_status: string
          cause: string
          actor_id: string | null
          reason: string | null
          at: string
        }
        Insert: {
          subject: string
          subject_id: string
          from_status?: string | null
          to_status: string
          cause: string
          actor_id?: string | null
          reason?: string | null
          at?: string
        }
        Update: {
          subject?: string
          subject_id?: string
          from_status?: string | null
          to_status?: string
          cause?: string
          actor_id?: string | null
          reason?: string | null
          at?: string
        }
        Relationships: []
      }
      support_cases: {
        Row: {
          id: string
          contact_id: string | null
          conversation_id: string | null
          state: string | null
          topic: string
          status: string
          assigned_to: string | null
          assigned_name: string | null
          answers: number
          created_at: string
          written_at: string
          first_answered_at: string | null
        }
        Insert: {
          id?: string
          contact_id?: string | null
          conversation_id?: string | null
          state?: string | null
          topic?: string
          status?: string
          assigned_to?: string | null
          assigned_name?: string | null
          answers?: number
          created_at?: string
          written_at?: string
          first_answered_at?: string | null
        }
        Update: {
          id?: string
          contact_id?: string | null
          conversation_id?: string | null
          state?: string | null
          topic?: string
          status?: string
          assigned_to?: string | null
          assigned_name?: string | null
          answers?: number
          created_at?: string
          written_at?: string
          first_answered_at?: string | null
        }
        Relationships: [{ foreignKeyName: 'support_cases_assigned_to_fkey'; columns: ['assigned_to']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'support_cases_contact_id_fkey'; columns: ['contact_id']; isOneToOne: true; referencedRelation: 'contact_messages'; referencedColumns: ['id'] }, { foreignKeyName: 'support_cases_conversation_id_fkey'; columns: ['conversation_id']; isOneToOne: true; referencedRelation: 'conversations'; referencedColumns: ['id'] }, { foreignKeyName: 'support_cases_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }]
      }
      support_entries: {
        Row: {
          id: string
          case_id: string
          author_id: string | null
          author_name: string
          kind: string
          body: string
          answer_no: number | null
          solves: boolean
          created_at: string
        }
        Insert: {
          id?: string
          case_id: string
          author_id?: string | null
          author_name: string
          kind: string
          body: string
          answer_no?: number | null
          solves?: boolean
          created_at?: string
        }
        Update: {
          id?: string
          case_id?: string
          author_id?: string | null
          author_name?: string
          kind?: string
          body?: string
          answer_no?: number | null
          solves?: boolean
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'support_entries_author_id_fkey'; columns: ['author_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'support_entries_case_id_fkey'; columns: ['case_id']; isOneToOne: false; referencedRelation: 'support_cases'; referencedColumns: ['id'] }]
      }
      text_consents: {
        Row: {
          id: string
          person_id: string
          channel: string
          phone: string
          wording: string
          given_at: string
          ended_at: string | null
          end_reason: string | null
        }
        Insert: {
          id?: string
          person_id: string
          channel: string
          phone: string
          wording: string
          given_at?: string
          ended_at?: string | null
          end_reason?: string | null
        }
        Update: {
          id?: string
          person_id?: string
          channel?: string
          phone?: string
          wording?: string
          given_at?: string
          ended_at?: string | null
          end_reason?: string | null
        }
        Relationships: [{ foreignKeyName: 'text_consents_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      text_message_stops: {
        Row: {
          day: string
          stopped_at: string
          notified_at: string | null
        }
        Insert: {
          day: string
          stopped_at?: string
          notified_at?: string | null
        }
        Update: {
          day?: string
          stopped_at?: string
          notified_at?: string | null
        }
        Relationships: []
      }
      text_messages: {
        Row: {
          id: number
          person_id: string
          channel: string
          kind: string
          event: string
          parameters: Json
          hand_over_id: string | null
          needs_consent: boolean
          parts: number
          next_attempt_at: string
          expires_at: string
          status: string
          attempts: number
          claimed_at: string | null
          settled_at: string | null
          cost_kobo: number
          provider_id: string | null
          reason: string | null
          created_at: string
        }
        Insert: {
          person_id: string
          channel: string
          kind: string
          event: string
          parameters: Json
          hand_over_id?: string | null
          needs_consent?: boolean
          parts: number
          next_attempt_at: string
          expires_at: string
          status?: string
          attempts?: number
          claimed_at?: string | null
          settled_at?: string | null
          cost_kobo?: number
          provider_id?: string | null
          reason?: string | null
          created_at?: string
        }
        Update: {
          person_id?: string
          channel?: string
          kind?: string
          event?: string
          parameters?: Json
          hand_over_id?: string | null
          needs_consent?: boolean
          parts?: number
          next_attempt_at?: string
          expires_at?: string
          status?: string
          attempts?: number
          claimed_at?: string | null
          settled_at?: string | null
          cost_kobo?: number
          provider_id?: string | null
          reason?: string | null
          created_at?: string
        }
        Relationships: []
      }
      typed_amounts: {
        Row: {
          id: string
          act: string
          subject: string
          subject_id: string
          state: string
          what: string
          amount_kobo: number
          usual_from_kobo: number
          usual_to_kobo: number
          most_kobo: number
          pickup_point_id: string | null
          bank_entry: string | null
          input: Json
          entered_by: string
          entered_role: string
          entered_at: string
          approval_reasons: string[]
          status: string
          decided_by: string | null
          decided_at: string | null
          note: string | null
          expires_at: string
        }
        Insert: {
          id?: string
          act: string
          subject: string
          subject_id?: string
          state: string
          what: string
          amount_kobo: number
          usual_from_kobo?: number
          usual_to_kobo?: number
          most_kobo?: number
          pickup_point_id?: string | null
          bank_entry?: string | null
          input: Json
          entered_by: string
          entered_role?: string
          entered_at?: string
          approval_reasons?: string[]
          status?: string
          decided_by?: string | null
          decided_at?: string | null
          note?: string | null
          expires_at?: string
        }
        Update: {
          id?: string
          act?: string
          subject?: string
          subject_id?: string
          state?: string
          what?: string
          amount_kobo?: number
          usual_from_kobo?: number
          usual_to_kobo?: number
          most_kobo?: number
          pickup_point_id?: string | null
          bank_entry?: string | null
          input?: Json
          entered_by?: string
          entered_role?: string
          entered_at?: string
          approval_reasons?: string[]
          status?: string
          decided_by?: string | null
          decided_at?: string | null
          note?: string | null
          expires_at?: string
        }
        Relationships: [{ foreignKeyName: 'typed_amounts_decided_by_fkey'; columns: ['decided_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'typed_amounts_entered_by_fkey'; columns: ['entered_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'typed_amounts_pickup_point_id_fkey'; columns: ['pickup_point_id']; isOneToOne: false; referencedRelation: 'pickup_points'; referencedColumns: ['id'] }, { foreignKeyName: 'typed_amounts_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }]
      }
      uncollected: {
        Row: {
          order_id: string
          buyer_id: string
          vendor_id: string
          pickup_point_id: string | null
          kind: string
          perishes: boolean
          due_until: string
          opened_at: string
          handling_bps: number
          preferred_outcome: string | null
          preferred_at: string | null
          closed_at: string | null
          outcome: string | null
          hand_over_id: string | null
          decided_by: string | null
          reason: string | null
          proceeds_kobo: number | null
          handling_kobo: number | null
          returned_kobo: number | null
          refund_id: string | null
          amount_id: string | null
        }
        Insert: {
          order_id: string
          buyer_id: string
          vendor_id: string
          pickup_point_id?: string | null
          kind: string
          perishes: boolean
          due_until: string
          opened_at?: string
          handling_bps?: number
          preferred_outcome?: string | null
          preferred_at?: string | null
          closed_at?: string | null
          outcome?: string | null
          hand_over_id?: string | null
          decided_by?: string | null
          reason?: string | null
          proceeds_kobo?: number | null
          handling_kobo?: number | null
          returned_kobo?: number | null
          refund_id?: string | null
          amount_id?: string | null
        }
        Update: {
          order_id?: string
          buyer_id?: string
          vendor_id?: string
          pickup_point_id?: string | null
          kind?: string
          perishes?: boolean
          due_until?: string
          opened_at?: string
          handling_bps?: number
          preferred_outcome?: string | null
          preferred_at?: string | null
          closed_at?: string | null
          outcome?: string | null
          hand_over_id?: string | null
          decided_by?: string | null
          reason?: string | null
          proceeds_kobo?: number | null
          handling_kobo?: number | null
          returned_kobo?: number | null
          refund_id?: string | null
          amount_id?: string | null
        }
        Relationships: [{ foreignKeyName: 'uncollected_amount_id_fkey'; columns: ['amount_id']; isOneToOne: true; referencedRelation: 'typed_amounts'; referencedColumns: ['id'] }, { foreignKeyName: 'uncollected_buyer_id_fkey'; columns: ['buyer_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'uncollected_decided_by_fkey'; columns: ['decided_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'uncollected_hand_over_id_fkey'; columns: ['hand_over_id']; isOneToOne: false; referencedRelation: 'hand_overs'; referencedColumns: ['id'] }, { foreignKeyName: 'uncollected_order_id_fkey'; columns: ['order_id']; isOneToOne: true; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'uncollected_pickup_point_id_fkey'; columns: ['pickup_point_id']; isOneToOne: false; referencedRelation: 'pickup_points'; referencedColumns: ['id'] }, { foreignKeyName: 'uncollected_refund_id_fkey'; columns: ['refund_id']; isOneToOne: false; referencedRelation: 'refunds'; referencedColumns: ['id'] }, { foreignKeyName: 'uncollected_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      uncollected_calls: {
        Row: {
          id: string
          order_id: string
          called_by: string
          reached: boolean
          note: string
          called_at: string
        }
        Insert: {
          id?: string
          order_id: string
          called_by: string
          reached: boolean
          note: string
          called_at?: string
        }
        Update: {
          id?: string
          order_id?: string
          called_by?: string
          reached?: boolean
          note?: string
          called_at?: string
        }
        Relationships: [{ foreignKeyName: 'uncollected_calls_called_by_fkey'; columns: ['called_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'uncollected_calls_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'uncollected'; referencedColumns: ['order_id'] }]
      }
      vendor_details: {
        Row: {
          vendor_id: string
          phone: string | null
          address: string | null
          registration_number: string | null
          decided_by: string | null
          decided_at: string | null
          decision_note: string | null
        }
        Insert: {
          vendor_id: string
          phone?: string | null
          address?: string | null
          registration_number?: string | null
          decided_by?: string | null
          decided_at?: string | null
          decision_note?: string | null
        }
        Update: {
          vendor_id?: string
          phone?: string | null
          address?: string | null
          registration_number?: string | null
          decided_by?: string | null
          decided_at?: string | null
          decision_note?: string | null
        }
        Relationships: [{ foreignKeyName: 'vendor_details_decided_by_fkey'; columns: ['decided_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'vendor_details_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: true; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      vendor_metric_months: {
        Row: {
          vendor_id: string
          month: string
          orders: number
          completed: number
          revenue: number
          timed_hours: number
          timed: number
          on_time: number
          let_down: number
          ever_paid: number
          cancelled: number
          handed_over: number
          disputed: number
        }
        Insert: {
          vendor_id: string
          month: string
          orders: number
          completed: number
          revenue: number
          timed_hours: number
          timed: number
          on_time: number
          let_down: number
          ever_paid: number
          cancelled: number
          handed_over: number
          disputed: number
        }
        Update: {
          vendor_id?: string
          month?: string
          orders?: number
          completed?: number
          revenue?: number
          timed_hours?: number
          timed?: number
          on_time?: number
          let_down?: number
          ever_paid?: number
          cancelled?: number
          handed_over?: number
          disputed?: number
        }
        Relationships: [{ foreignKeyName: 'vendor_metric_months_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      vendor_metrics: {
        Row: {
          vendor_id: string
          total_orders: number
          completed_orders: number
          total_revenue: number
          rating: number | null
          rating_count: number
          average_delivery_time: number | null
          on_time_rate: number | null
          updated_at: string
          cancellation_rate: number | null
          dispute_rate: number | null
        }
        Insert: {
          vendor_id: string
          total_orders?: number
          completed_orders?: number
          total_revenue?: number
          rating?: number | null
          rating_count?: number
          average_delivery_time?: number | null
          on_time_rate?: number | null
          updated_at?: string
          cancellation_rate?: number | null
          dispute_rate?: number | null
        }
        Update: {
          vendor_id?: string
          total_orders?: number
          completed_orders?: number
          total_revenue?: number
          rating?: number | null
          rating_count?: number
          average_delivery_time?: number | null
          on_time_rate?: number | null
          updated_at?: string
          cancellation_rate?: number | null
          dispute_rate?: number | null
        }
        Relationships: [{ foreignKeyName: 'vendor_metrics_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: true; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      vendors: {
        Row: {
          id: string
          owner_id: string
          business_name: string
          description: string
          location: string
          state: string
          logo_url: string | null
          status: string
          created_at: string
          updated_at: string
          opening_hours: Json
          closed_days: Json
          paused_until: string | null
          pause_note: string
          holiday_note: string
        }
        Insert: {
          id?: string
          owner_id: string
          business_name?: string
          description?: string
          location?: string
          state: string
          logo_url?: string | null
          status?: string
          created_at?: string
          updated_at?: string
          opening_hours?: Json
          closed_days?: Json
          paused_until?: string | null
          pause_note?: string
          holiday_note?: string
        }
        Update: {
          id?: string
          owner_id?: string
          business_name?: string
          description?: string
          location?: string
          state?: string
          logo_url?: string | null
          status?: string
          created_at?: string
          updated_at?: string
          opening_hours?: Json
          closed_days?: Json
          paused_until?: string | null
          pause_note?: string
          holiday_note?: string
        }
        Relationships: [{ foreignKeyName: 'vendors_owner_id_fkey'; columns: ['owner_id']; isOneToOne: true; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'vendors_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }]
      }
      verified_accounts: {
        Row: {
          profile_id: string
          verified_by: string | null
          verified_at: string
        }
        Insert: {
          profile_id: string
          verified_by?: string | null
          verified_at?: string
        }
        Update: {
          profile_id?: string
          verified_by?: string | null
          verified_at?: string
        }
        Relationships: [{ foreignKeyName: 'verified_accounts_profile_id_fkey'; columns: ['profile_id']; isOneToOne: true; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'verified_accounts_verified_by_fkey'; columns: ['verified_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      weigh_ins: {
        Row: {
          id: string
          pickup_point_id: string
          vendor_id: string
          group_buy_id: string | null
          order_id: string | null
          product_id: string
          part: number
          units_expected: number
          grams_expected: number | null
          units_counted: number
          grams_counted: number | null
          photo: string | null
          shelf: string
          note: string
          weighed_by: string | null
          created_at: string
        }
        Insert: {
          id?: string
          pickup_point_id: string
          vendor_id: string
          group_buy_id?: string | null
          order_id?: string | null
          product_id: string
          part: number
          units_expected: number
          grams_expected?: number | null
          units_counted: number
          grams_counted?: number | null
          photo?: string | null
          shelf?: string
          note?: string
          weighed_by?: string | null
          created_at?: string
        }
        Update: {
          id?: string
          pickup_point_id?: string
          vendor_id?: string
          group_buy_id?: string | null
          order_id?: string | null
          product_id?: string
          part?: number
          units_expected?: number
          grams_expected?: number | null
          units_counted?: number
          grams_counted?: number | null
          photo?: string | null
          shelf?: string
          note?: string
          weighed_by?: string | null
          created_at?: string
        }
        Relationships: [{ foreignKeyName: 'weigh_ins_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'weigh_ins_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'weigh_ins_pickup_point_id_fkey'; columns: ['pickup_point_id']; isOneToOne: false; referencedRelation: 'pickup_points'; referencedColumns: ['id'] }, { foreignKeyName: 'weigh_ins_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }, { foreignKeyName: 'weigh_ins_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }, { foreignKeyName: 'weigh_ins_weighed_by_fkey'; columns: ['weighed_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
    }
    Views: {
      ajo_month_sheets: {
        Row: {
          circle_id: string
          month: number
          due_on: string
          closes_at: string
          closed_at: string | null
          outcome: string | null
          quantity: number | null
          group_buy_id: string | null
          product_name: string | null
          unit: string | null
          turn_member_id: string | null
          turn_name: string
          is_own_turn: boolean
          pot_kobo: number
          paid: number
          paid_kobo: number
          orders: number
          spent_kobo: number
          returned_kobo: number
        }
        Relationships: [{ foreignKeyName: 'ajo_months_circle_id_fkey'; columns: ['circle_id']; isOneToOne: false; referencedRelation: 'ajo_circles'; referencedColumns: ['id'] }, { foreignKeyName: 'ajo_months_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }]
      }
      ajo_people: {
        Row: {
          id: string
          circle_id: string
          status: string
          turn: number | null
          joined_at: string
          ended_at: string | null
          full_name: string
          is_own: boolean | null
          is_starter: boolean
          person_id: string | null
          balance_kobo: number | null
          ahead_kobo: number | null
        }
        Relationships: [{ foreignKeyName: 'ajo_members_circle_id_fkey'; columns: ['circle_id']; isOneToOne: false; referencedRelation: 'ajo_circles'; referencedColumns: ['id'] }]
      }
      ajo_sheets: {
        Row: {
          id: string
          name: string
          kind: string
          status: string
          monthly_kobo: number
          seats: number
          months: number
          due_day: number
          created_at: string
          started_at: string | null
          ended_at: string | null
          members: number
          defaulted: number
          months_closed: number
          contributed_kobo: number
          spent_kobo: number
          returned_kobo: number
          paid_out_kobo: number
          reversed_kobo: number
          held_kobo: number
        }
        Relationships: []
      }
      all_orders: {
        Row: {
          id: string
          kind: string
          order_no: number
          vendor_id: string
          vendor_name: string | null
          vendor_state: string | null
          group_buy_id: string | null
          product_name: string | null
          quantity: number
          unit: string | null
          user_id: string
          buyer_name: string
          status: string
          unit_price: number | null
          total_amount: number
          base_amount: number | null
          fee_kobo: number
          vendor_fee_kobo: number
          amount_due_kobo: number
          returned_kobo: number
          fulfilment: string
          created_at: string
          is_live: boolean
          month: string
          is_paid: boolean
          is_promised: boolean
          goods: number
          delivered_by: string
          place: string | null
          place_street: string | null
          place_hours: Json | null
          is_place_closed: boolean
          zone: string | null
          door: string | null
          kg: number | null
          quantity_left: number | null
          goods_left: number
          fee_left_kobo: number
          vendor_fee_left_kobo: number
        }
        Relationships: [{ foreignKeyName: 'vendors_state_fkey'; columns: ['vendor_state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }]
      }
      audit_trail: {
        Row: {
          id: number
          at: string
          action: string
          subject_type: string
          subject_id: string | null
          before: Json | null
          after: Json | null
          actor_id: string | null
          actor_name: string | null
          actor_role: string | null
          subject_name: string | null
        }
        Relationships: []
      }
      board_facts: {
        Row: {
          id: string
          display_name: string
          points_balance: number
          joined_at: string
          is_referrer: boolean
          referrals: number
          successful_referrals: number
          completed_orders: number
          in_top_percent: boolean
        }
        Relationships: []
      }
      bulk_orders: {
        Row: {
          id: string
          order_no: number
          checkout_id: string | null
          user_id: string
          vendor_id: string
          buyer_name: string
          quantity: number
          total_amount: number
          fee_kobo: number
          vendor_fee_kobo: number
          referral_kobo: number
          delivery_fee_kobo: number
          peps_kobo: number
          amount_due_kobo: number
          returned_kobo: number
          fulfilment: string
          status: string
          paid_at: string | null
          ready_at: string | null
          handed_over_at: string | null
          completed_at: string | null
          ended_at: string | null
          end_reason: string | null
          created_at: string
          updated_at: string
        }
        Relationships: [{ foreignKeyName: 'orders_checkout_id_fkey'; columns: ['checkout_id']; isOneToOne: false; referencedRelation: 'checkouts'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      business_orders: {
        Row: {
          id: string
          business_id: string | null
          order_no: number
          user_id: string
          buyer_name: string
          status: string
          created_at: string
          total_amount: number
          is_own: boolean | null
          shop: string
          lines: Json | null
        }
        Relationships: [{ foreignKeyName: 'orders_business_id_fkey'; columns: ['business_id']; isOneToOne: false; referencedRelation: 'businesses'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      business_people: {
        Row: {
          id: string
          business_id: string
          person_id: string | null
          role: string
          full_name: string
          created_at: string
          accepted_at: string | null
          is_own: boolean | null
          address: string | null
        }
        Relationships: [{ foreignKeyName: 'business_members_business_id_fkey'; columns: ['business_id']; isOneToOne: false; referencedRelation: 'businesses'; referencedColumns: ['id'] }, { foreignKeyName: 'business_members_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      buy_names: {
        Row: {
          group_buy_id: string
          place: number
          first_name: string | null
        }
        Relationships: [{ foreignKeyName: 'shown_names_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }]
      }
      buy_sheets: {
        Row: {
          group_buy_id: string
          status: string
          product_name: string
          unit: string
          final_price: number | null
          ceiling_price: number
          paid_orders: number
          refunds_due: number
          refunds_done: number
          has_sums: boolean
          collected_kobo: number | null
          held_kobo: number | null
          returned_kobo: number | null
          price_drop_kobo: number | null
          vendor_kobo: number | null
          vendor_fee_kobo: number | null
          buyer_fee_kobo: number | null
          delivery_kobo: number | null
          reversed_kobo: number | null
          loss_kobo: number | null
          unexplained_kobo: number | null
        }
        Relationships: []
      }
      buy_shortfalls: {
        Row: {
          group_buy_id: string
          kind: string
          missing_thousandths: number
        }
        Relationships: [{ foreignKeyName: 'shortfalls_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }]
      }
      buys_to_photograph: {
        Row: {
          id: string
          product_name: string
          business_name: string
          end_date: string
          photographs: number
        }
        Relationships: []
      }
      buys_to_watch: {
        Row: {
          id: string
          product_name: string
          status: string
          end_date: string
          payment_due_at: string | null
          share_date: string | null
          min_participants: number
          current_participants: number
          paid_participants: number
          vendor_id: string
          business_name: string
          state: string
          has_packed: boolean
        }
        Relationships: [{ foreignKeyName: 'vendors_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }]
      }
      claim_proofs: {
        Row: {
          claim_id: string
          done_at: string | null
          kind: string | null
          proof: string | null
          taken_by: string | null
          note: string | null
          handled_by_name: string
          place_name: string
          identity: string | null
          override_reason: string | null
          by_shop: boolean | null
          confirmed_at: string | null
          has_photo: boolean
          ready_at: string | null
          lines: Json
          goods: Json
        }
        Relationships: []
      }
      claim_worths: {
        Row: {
          id: string
          worth_kobo: number | null
        }
        Relationships: []
      }
      claimable_lines: {
        Row: {
          order_id: string
          hand_over_id: string | null
          line_id: string
          product_name: string
          unit: string
          quantity: number | null
          unit_price: number
          opens_at: string | null
          closes_at: string | null
          worth_kobo: number | null
          waits_at: string | null
          waits_until: string | null
        }
        Relationships: []
      }
      counted_loads: {
        Row: {
          id: string
          pickup_point_id: string
          vendor_id: string
          group_buy_id: string | null
          order_id: string | null
          subject_id: string | null
          product_id: string
          part: number
          shelf: string
          created_at: string
          units_expected: number
          grams_expected: number | null
          units_counted: number
          grams_counted: number | null
          corrections: number
        }
        Relationships: [{ foreignKeyName: 'weigh_ins_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'weigh_ins_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'weigh_ins_pickup_point_id_fkey'; columns: ['pickup_point_id']; isOneToOne: false; referencedRelation: 'pickup_points'; referencedColumns: ['id'] }, { foreignKeyName: 'weigh_ins_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }, { foreignKeyName: 'weigh_ins_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      difference_payments: {
        Row: {
          payment_id: string
          order_id: string
          kind: string
          status: string
          created_at: string
        }
        Relationships: []
      }
      expected_deliveries: {
        Row: {
          pickup_point_id: string | null
          is_delivery: boolean | null
          is_keeper: boolean
          is_shop: boolean | null
          place: string
          is_hub: boolean
          vendor_id: string | null
          shop: string
          subject_id: string | null
          group_buy_id: string | null
          order_id: string | null
          order_no: number | null
          line_id: string | null
          product_id: string | null
          product_name: string
          unit: string
          share_date: string | null
          orders: number
          units: number
          parts: number
          units_counted: number
          grams_counted: number | null
          shortfalls: number
          missing_thousandths: number
          units_ready: number
          units_taken: number
          units_lost: number
          units_unweighed: number
          units_here: number
        }
        Relationships: []
      }
      expected_hand_overs: {
        Row: {
          id: string
          order_id: string
          order_no: number
          buyer_id: string
          buyer_name: string
          kind: string
          pickup_point_id: string | null
          vendor_id: string
          status: string
          due_from: string
          due_until: string | null
          done_at: string | null
          proof: string | null
          taken_by: string
          handled_by_name: string
          place_name: string
          shop_name: string
          is_own: boolean | null
          lines: Json
          acted_at: string | null
        }
        Relationships: [{ foreignKeyName: 'hand_overs_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'hand_overs_pickup_point_id_fkey'; columns: ['pickup_point_id']; isOneToOne: false; referencedRelation: 'pickup_points'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_user_id_fkey'; columns: ['buyer_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      goods_at_places: {
        Row: {
          pickup_point_id: string | null
          is_delivery: boolean | null
          is_keeper: boolean | null
          is_shop: boolean | null
          place: string
          is_hub: boolean
          vendor_id: string | null
          shop: string
          subject_id: string | null
          group_buy_id: string | null
          order_id: string | null
          order_no: number | null
          line_id: string | null
          product_id: string | null
          product_name: string
          unit: string
          share_date: string | null
          orders: number
          units: number
          parts: number
          units_counted: number
          grams_counted: number | null
          shortfalls: number
          missing_thousandths: number
          units_ready: number
          units_taken: number
          units_lost: number
          units_unweighed: number
          units_here: number
        }
        Relationships: []
      }
      goods_of_lines: {
        Row: {
          line_id: string
          order_id: string
          vendor_id: string
          group_buy_id: string | null
          subject_id: string
          product_id: string
          product_name: string
          unit: string
          share_date: string | null
          place_id: string | null
          is_delivery: boolean
          is_expected: boolean
          order_status: string
          due: number
          short: number
          handed: number
          ready: number | null
          taken_back: number
        }
        Relationships: [{ foreignKeyName: 'order_lines_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      held_goods: {
        Row: {
          id: string
          order_id: string
          order_no: number
          buyer_id: string
          buyer_name: string
          kind: string
          pickup_point_id: string | null
          vendor_id: string
          shop_name: string
          state: string
          place_name: string
          due_from: string
          due_until: string | null
          grace_until: string | null
          shelf: string | null
          lines: Json
          kg: number
          opened_at: string | null
          preferred_outcome: string | null
          missed: number
        }
        Relationships: [{ foreignKeyName: 'hand_overs_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'hand_overs_pickup_point_id_fkey'; columns: ['pickup_point_id']; isOneToOne: false; referencedRelation: 'pickup_points'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_user_id_fkey'; columns: ['buyer_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }, { foreignKeyName: 'vendors_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }]
      }
      held_rooms: {
        Row: {
          id: string
          name: string
          capacity_kg: number
          stockpiled_kg: number
        }
        Relationships: []
      }
      judged_buy_pictures: {
        Row: {
          id: string
          group_buy_id: string
          product_id: string
          product_name: string
          vendor_id: string
          business_name: string
          state: string
          url: string
          caption: string
          created_at: string
          hidden_at: string | null
          hide_reason: string | null
        }
        Relationships: [{ foreignKeyName: 'buy_pictures_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'group_buys_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }, { foreignKeyName: 'group_buys_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }, { foreignKeyName: 'vendors_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }]
      }
      judged_questions: {
        Row: {
          id: string
          product_id: string
          product_name: string
          vendor_id: string
          business_name: string
          asker_name: string
          question: string
          asked_at: string
          answer: string | null
          answered_at: string | null
          answer_changed_at: string | null
          reported_at: string | null
          report_reason: string | null
          judged_at: string | null
          judge_reason: string | null
          hidden_at: string | null
        }
        Relationships: [{ foreignKeyName: 'product_questions_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }, { foreignKeyName: 'product_questions_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      judged_reviews: {
        Row: {
          id: string
          vendor_id: string
          business_name: string
          state: string
          order_no: number
          rating: number
          comment: string
          created_at: string
          reply: string | null
          replied_at: string | null
          reported_at: string | null
          report_reason: string | null
          judged_at: string | null
          judge_reason: string | null
          hidden_at: string | null
        }
        Relationships: [{ foreignKeyName: 'reviews_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }, { foreignKeyName: 'vendors_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }]
      }
      late_refunds: {
        Row: {
          id: string
          status: string
          amount_kobo: number
          reason: string
          created_at: string
          expected_by: string
          next_try_at: string | null
          tries: number
          failures: number
          order_id: string | null
          order_no: number | null
          payment_id: string
          reference: string
          buyer_id: string
          buyer_name: string | null
          to_bank: string | null
          to_last_four: string | null
          waits_for_second: boolean
        }
        Relationships: [{ foreignKeyName: 'payments_user_id_fkey'; columns: ['buyer_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'refunds_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'refunds_payment_id_fkey'; columns: ['payment_id']; isOneToOne: false; referencedRelation: 'payments'; referencedColumns: ['id'] }]
      }
      ledger_account_lines: {
        Row: {
          account_id: string
          id: string
          posted_at: string
        }
        Relationships: []
      }
      ledger_accounts: {
        Row: {
          id: string
          kind: string
          side: string
          owner_id: string | null
          opened_at: string
          owner_name: string | null
          owner_status: string | null
          held_kobo: number
          debits_kobo: number
          credits_kobo: number
          balance_kobo: number
          may_have_money: boolean
        }
        Relationships: []
      }
      ledger_balances: {
        Row: {
          as_at: string | null
          kind: string
          side: string
          owner: string
          accounts: number
          debits_kobo: number
          credits_kobo: number
          balance_kobo: number
        }
        Relationships: []
      }
      ledger_buy_lines: {
        Row: {
          id: string
          journal_id: string | null
          key: string | null
          line: number | null
          kind: string | null
          amount_kobo: number | null
          phase: string | null
          posted_at: string
          cause: string | null
          reason: string | null
          debit_id: string | null
          debit_kind: string | null
          credit_id: string | null
          credit_kind: string | null
          order_id: string | null
          order_no: number | null
          order_status: string | null
          group_buy_id: string | null
        }
        Relationships: [{ foreignKeyName: 'orders_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }]
      }
      ledger_entries: {
        Row: {
          account_id: string
          is_debit: boolean
          id: string
          journal_id: string | null
          key: string | null
          line: number | null
          kind: string | null
          amount_kobo: number | null
          phase: string | null
          posted_at: string
          cause: string | null
          reason: string | null
          debit_id: string | null
          debit_kind: string | null
          credit_id: string | null
          credit_kind: string | null
          order_id: string | null
          order_no: number | null
          order_status: string | null
        }
        Relationships: []
      }
      ledger_lines: {
        Row: {
          id: string
          journal_id: string
          key: string | null
          line: number
          kind: string
          amount_kobo: number
          phase: string
          posted_at: string
          cause: string | null
          reason: string | null
          debit_id: string
          debit_kind: string
          credit_id: string
          credit_kind: string
          order_id: string | null
          order_no: number | null
          order_status: string | null
        }
        Relationships: []
      }
      ledger_order_lines: {
        Row: {
          id: string
          journal_id: string
          key: string | null
          line: number
          kind: string
          amount_kobo: number
          phase: string
          posted_at: string
          cause: string | null
          reason: string | null
          debit_id: string
          debit_kind: string
          credit_id: string
          credit_kind: string
          order_id: string | null
          order_no: number | null
          order_status: string | null
          about_order_id: string | null
        }
        Relationships: []
      }
      ledger_payment_lines: {
        Row: {
          id: string
          journal_id: string
          key: string | null
          line: number
          kind: string
          amount_kobo: number
          phase: string
          posted_at: string
          cause: string | null
          reason: string | null
          debit_id: string
          debit_kind: string
          credit_id: string
          credit_kind: string
          order_id: string | null
          order_no: number | null
          order_status: string | null
          payment_id: string
        }
        Relationships: []
      }
      lines_to_weigh: {
        Row: {
          line_id: string
          order_id: string
          order_no: number
          buyer_name: string
          product_name: string
          unit: string
          units: number
          least_kg_per_unit: number | null
          most_kg_per_unit: number | null
          grams: number | null
          photo: string | null
          waits: boolean
          waiting_shortfall_id: string | null
          weights: number
          is_ready: boolean
          is_open: boolean
        }
        Relationships: [{ foreignKeyName: 'order_lines_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }]
      }
      listed_amounts: {
        Row: {
          id: string
          act: string
          subject: string
          subject_id: string
          state: string
          what: string
          amount_kobo: number
          usual_from_kobo: number
          usual_to_kobo: number
          pickup_point_id: string | null
          bank_entry: string | null
          entered_name: string
          is_own: boolean | null
          entered_role: string
          entered_at: string
          approval_reasons: string[]
          status: string
          decided_name: string | null
          decided_at: string | null
          note: string | null
          expires_at: string
          reason: string | null
          payer: string | null
          goes_to: string | null
          may_decide: boolean
        }
        Relationships: [{ foreignKeyName: 'typed_amounts_pickup_point_id_fkey'; columns: ['pickup_point_id']; isOneToOne: false; referencedRelation: 'pickup_points'; referencedColumns: ['id'] }, { foreignKeyName: 'typed_amounts_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }]
      }
      listed_staff_notes: {
        Row: {
          id: string
          record_kind: string
          record_id: string
          kind: string
          text: string
          outcome: string | null
          visited_on: string | null
          next_call_on: string | null
          created_at: string
          author_name: string | null
          done_at: string | null
          done_by_name: string | null
          is_due: boolean
        }
        Relationships: []
      }
      live_shortfall_shares: {
        Row: {
          shortfall_id: string
          line_id: string
          missing_thousandths: number
          goods_kobo: number
          partial_refund_id: string | null
          status: string
          is_reserved: boolean
          created_at: string
        }
        Relationships: [{ foreignKeyName: 'shortfall_shares_line_id_fkey'; columns: ['line_id']; isOneToOne: false; referencedRelation: 'order_lines'; referencedColumns: ['id'] }, { foreignKeyName: 'shortfall_shares_partial_refund_id_fkey'; columns: ['partial_refund_id']; isOneToOne: true; referencedRelation: 'partial_refunds'; referencedColumns: ['id'] }, { foreignKeyName: 'shortfall_shares_shortfall_id_fkey'; columns: ['shortfall_id']; isOneToOne: false; referencedRelation: 'shortfalls'; referencedColumns: ['id'] }]
      }
      live_weights: {
        Row: {
          line_id: string
          id: string
          number: number
          units: number
          grams: number
          cut_kobo: number
          photo: string
          shortfall_id: string | null
          created_at: string
          waits: boolean
        }
        Relationships: [{ foreignKeyName: 'line_weights_line_id_fkey'; columns: ['line_id']; isOneToOne: false; referencedRelation: 'order_lines'; referencedColumns: ['id'] }, { foreignKeyName: 'line_weights_shortfall_id_fkey'; columns: ['shortfall_id']; isOneToOne: true; referencedRelation: 'shortfalls'; referencedColumns: ['id'] }]
      }
      load_entries: {
        Row: {
          id: string
          weigh_in_id: string
          number: number
          units_counted: number
          grams_counted: number | null
          reason: string
          photo: string | null
          created_at: string
          entered_by_name: string
        }
        Relationships: []
      }
      lot_figures: {
        Row: {
          id: string
          buyers: number | null
          claims: number | null
          undecided: number | null
          requested_kobo: number | null
          worth_kobo: number | null
          held_kobo: number | null
          is_own_case: boolean | null
        }
        Relationships: []
      }
      mail_records: {
        Row: {
          id: string
          user_id: string | null
          recipient_email: string
          subject: string
          content: string
          kind: string | null
          status: string
          error: string | null
          created_at: string
          sent_at: string | null
          attempts: number | null
          next_attempt_at: string | null
          last_error: string | null
          delivered_to: string | null
        }
        Relationships: [{ foreignKeyName: 'email_logs_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      market_figures: {
        Row: {
          members: number
          settled_orders: number
          average_savings_percent: number | null
        }
        Relationships: []
      }
      market_opening: {
        Row: {
          opened_at: string | null
        }
        Relationships: []
      }
      message_texts_now: {
        Row: {
          kind: string
          part: string
          variant: string
          language: string
          version: number
          subject: string | null
          body: string | null
          standard_subject: string
          standard_body: string
          author_name: string
          created_at: string
        }
        Relationships: []
      }
      my_active_days: {
        Row: {
          day: string | null
        }
        Relationships: []
      }
      my_contact_messages: {
        Row: {
          id: string
          name: string
          email: string
          subject: string
          message: string
          status: string
          answered_at: string | null
          created_at: string
        }
        Relationships: []
      }
      my_conversations: {
        Row: {
          id: string
          subject: string
          order_id: string | null
          last_message_at: string
          with_names: string | null
          last_body: string | null
          last_is_own: boolean | null
          is_unread: boolean
        }
        Relationships: [{ foreignKeyName: 'conversations_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }]
      }
      my_notice_preferences: {
        Row: {
          person_id: string | null
          mail_prices: boolean | null
          mail_shops: boolean | null
          mail_messages: boolean | null
          mail_rewards: boolean | null
          push_orders: boolean | null
          push_prices: boolean | null
          push_shops: boolean | null
          push_messages: boolean | null
          push_rewards: boolean | null
          quiet_from: string | null
          quiet_to: string | null
        }
        Relationships: []
      }
      my_push_devices: {
        Row: {
          id: string
          user_agent: string | null
          created_at: string
          is_this: boolean | null
        }
        Relationships: []
      }
      my_questions: {
        Row: {
          id: string
          product_id: string
          question: string
          asked_at: string
          answer: string | null
          answered_at: string | null
          hidden_at: string | null
        }
        Relationships: [{ foreignKeyName: 'product_questions_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }]
      }
      my_region_notices: {
        Row: {
          title: string
          body: string
          notified_at: string
        }
        Relationships: []
      }
      my_reviews: {
        Row: {
          id: string
          vendor_id: string
          order_id: string
          rating: number
          comment: string
          created_at: string
        }
        Relationships: [{ foreignKeyName: 'reviews_order_id_fkey'; columns: ['order_id']; isOneToOne: true; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'reviews_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      my_text_channel: {
        Row: {
          confirmed_phone: string | null
          channel: string | null
          phone: string | null
          given_at: string | null
          ended_at: string | null
          end_reason: string | null
        }
        Relationships: []
      }
      notes_about_me: {
        Row: {
          record_kind: string
          kind: string
          text: string
          outcome: string | null
          created_at: string
        }
        Relationships: []
      }
      order_earnings: {
        Row: {
          order_id: string
          order_no: number
          group_buy_id: string | null
          vendor_id: string
          buyer_name: string
          quantity: number | null
          status: string
          created_at: string
          goods_kobo: number
          vendor_fee_bps: number
          held_kobo: number
          earned_kobo: number
          returned_kobo: number
        }
        Relationships: [{ foreignKeyName: 'orders_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      order_figures: {
        Row: {
          id: string
          vendor_id: string
          user_id: string
          buyer_name: string
          group_buy_id: string | null
          status: string
          created_at: string
          month: string
          is_paid: boolean
          is_promised: boolean
          goods: number
          buyer_fee_kobo: number
          vendor_fee_kobo: number
          order_no: number
          quantity: number
          unit_price: number | null
          total_amount: number
          fee_kobo: number
          amount_due_kobo: number
          returned_kobo: number
          fulfilment: string
          is_live: boolean
          delivered_by: string
          pickup_point_id: string | null
          delivery_zone_id: string | null
          quantity_left: number | null
          goods_left: number
          fee_left_kobo: number
          vendor_fee_left_kobo: number
        }
        Relationships: [{ foreignKeyName: 'orders_delivery_zone_id_fkey'; columns: ['delivery_zone_id']; isOneToOne: false; referencedRelation: 'delivery_zones'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_pickup_point_id_fkey'; columns: ['pickup_point_id']; isOneToOne: false; referencedRelation: 'pickup_points'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      order_lines_left: {
        Row: {
          id: string
          order_id: string
          quantity_left: number
        }
        Relationships: [{ foreignKeyName: 'order_lines_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }]
      }
      order_stops: {
        Row: {
          id: string
          order_id: string
          status: string
          reason: string | null
          created_at: string
          out_at: string | null
          ended_at: string | null
          window_from: string
          window_until: string
        }
        Relationships: [{ foreignKeyName: 'delivery_stops_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }]
      }
      orders_to_send: {
        Row: {
          id: string
          order_no: number
          buyer_name: string
          state: string
          lga: string
          zone: string | null
          shop: string
          vendor_id: string | null
          ready_at: string | null
          tries: number
          lines: Json
          kg: number | null
        }
        Relationships: [{ foreignKeyName: 'local_government_of_its_state'; columns: ['state', 'lga']; isOneToOne: false; referencedRelation: 'local_governments'; referencedColumns: ['state', 'name'] }, { foreignKeyName: 'order_addresses_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }]
      }
      overseen_buyers: {
        Row: {
          user_id: string
          buyer_name: string | null
          orders: number
          promised_orders: number
          shops: number
          goods: number
          last_order_at: string
        }
        Relationships: []
      }
      overseen_buyers_by_name: {
        Row: {
          user_id: string
          buyer_name: string | null
          orders: number
          promised_orders: number
          shops: number
          goods: number
          last_order_at: string
          name_parts: string | null
        }
        Relationships: []
      }
      overseen_categories: {
        Row: {
          category: string
          products: number
          orders: number
          goods: number
        }
        Relationships: []
      }
      overseen_counts: {
        Row: {
          subject: string
          status: string
          amount: number
        }
        Relationships: []
      }
      overseen_months: {
        Row: {
          state: string
          month: string
          placed: number
          orders: number
          promised_orders: number
          completed_orders: number
          expired_orders: number
          goods: number
          promised_goods: number
          fees_kobo: number
        }
        Relationships: [{ foreignKeyName: 'vendors_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }]
      }
      overseen_odd_payments: {
        Row: {
          id: string
          reference: string
          status: string
          trouble: string
          received_kobo: number | null
          naira_kobo: number
          created_at: string
          order_no: number
          vendor_name: string
          vendor_state: string
          order_id: string | null
        }
        Relationships: []
      }
      overseen_products_sold: {
        Row: {
          product_id: string
          product_name: string
          unit: string
          vendor_id: string
          vendor_name: string | null
          category: string | null
          orders: number
          promised_orders: number
          quantity: number
          goods: number
        }
        Relationships: []
      }
      overseen_refunds: {
        Row: {
          id: string
          status: string
          amount_kobo: number
          reason: string
          created_at: string
          expected_by: string
          order_no: number
          vendor_id: string
          vendor_name: string
          vendor_state: string
          order_id: string
        }
        Relationships: [{ foreignKeyName: 'orders_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }, { foreignKeyName: 'refunds_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'vendors_state_fkey'; columns: ['vendor_state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }]
      }
      overseen_runs: {
        Row: {
          id: string
          state: string | null
          place_name: string | null
          vendor_id: string | null
          pickup_point_id: string | null
          rider_id: string
          rider_name: string
          rider_serves: boolean
          window_from: string
          window_until: string
          status: string
          started_at: string | null
          ended_at: string | null
          open: number
          delivered: number
          failed: number
        }
        Relationships: []
      }
      own_business_invitations: {
        Row: {
          id: string
          business: string
          created_at: string
          invited_by: string
        }
        Relationships: []
      }
      own_buy_sums: {
        Row: {
          group_buy_id: string
          vendor_id: string
          status: string
          paid_orders: number
          refunds_due: number
          refunds_done: number
          collected_kobo: number
          held_kobo: number
          price_drop_kobo: number
          returned_kobo: number
          vendor_kobo: number
          vendor_fee_kobo: number
          buyer_fee_kobo: number
          delivery_kobo: number
          reversed_kobo: number
          loss_kobo: number
          unexplained_kobo: number
        }
        Relationships: []
      }
      own_case_claims: {
        Row: {
          id: string
        }
        Relationships: []
      }
      own_collections: {
        Row: {
          order_id: string
          kind: string
          due_from: string
          due_until: string
          grace_until: string
        }
        Relationships: [{ foreignKeyName: 'hand_overs_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }]
      }
      own_counters: {
        Row: {
          pickup_point_id: string | null
          vendor_id: string | null
          place_name: string
          people: number
          expected: number
          late: number
          next_due_until: string | null
          done: number
        }
        Relationships: []
      }
      own_cycles: {
        Row: {
          id: string
          product_id: string
          period: string
          status: string
          pause_reason: string | null
          next_opens_at: string
          next_end_date: string
          next_share_date: string
          created_at: string
          ended_at: string | null
          product_name: string
          unit: string
          group_buy_id: string | null
          round_status: string | null
          end_date: string | null
          standing_orders: number
          standing_units: number
        }
        Relationships: [{ foreignKeyName: 'buy_cycles_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }]
      }
      own_duties: {
        Row: {
          id: string
          duty: string
          vendor_id: string | null
          pickup_point_id: string | null
          place_name: string | null
        }
        Relationships: []
      }
      own_goods_left: {
        Row: {
          order_id: string
          line_id: string | null
          quantity: number | null
        }
        Relationships: []
      }
      own_invitations: {
        Row: {
          id: string
          duty: string
          created_at: string
          place_name: string | null
          place_location: string | null
        }
        Relationships: []
      }
      own_months: {
        Row: {
          month: string
          orders: number
          promised_orders: number
          base_amount: number
          goods: number
          promised_goods: number
        }
        Relationships: []
      }
      own_peps: {
        Row: {
          id: string
          posted_at: string
          kind: string
          amount_kobo: number
          is_held: boolean
          order_id: string | null
          order_no: number | null
          what: string | null
          balance_kobo: number | null
        }
        Relationships: []
      }
      own_peps_balance: {
        Row: {
          spendable_kobo: number
          held_kobo: number
          owed_kobo: number | null
          pending_kobo: number
        }
        Relationships: []
      }
      own_places: {
        Row: {
          vendor_id: string | null
          pickup_point_id: string | null
          name: string
        }
        Relationships: []
      }
      own_prices: {
        Row: {
          product_id: string
          day: string
          price: number
          unit: string
          changed_at: string | null
          came_by_import: boolean
          changed_by_name: string | null
        }
        Relationships: [{ foreignKeyName: 'product_prices_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }]
      }
      own_return_totals: {
        Row: {
          peps_kobo: number
          arrived_kobo: number
          coming_kobo: number
          expected_by: string | null
        }
        Relationships: []
      }
      own_returns: {
        Row: {
          order_id: string | null
          order_no: number | null
          payment_id: string | null
          peps_kobo: number
          arrived_kobo: number
          coming_kobo: number
          expected_by: string | null
          at: string
          what: string | null
        }
        Relationships: []
      }
      own_rewards: {
        Row: {
          id: string
          settled_at: string | null
          amount_kobo: number | null
          reason: string | null
          state: string
          available_at: string | null
        }
        Relationships: []
      }
      own_share_gifts: {
        Row: {
          id: string
          order_id: string
          status: string
          is_open: boolean
          to_waiting_list: boolean
          address: string | null
          created_at: string
          expires_at: string
          ended_at: string | null
          receiver: string | null
          held_until: string | null
          own_order_id: string | null
          giver: string
          is_given: boolean | null
        }
        Relationships: [{ foreignKeyName: 'share_gifts_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }]
      }
      own_standing_orders: {
        Row: {
          id: string
          cycle_id: string
          quantity: number
          most_kobo: number
          mode: string
          status: string
          pause_reason: string | null
          skips_next: boolean
          created_at: string
          ended_at: string | null
          period: string
          cycle_status: string
          next_opens_at: string
          next_share_date: string
          product_name: string
          unit: string
          shop: string
          vendor_id: string
          outcome: string | null
          reason: string | null
          round_at: string | null
          group_buy_id: string | null
          order_id: string | null
          order_status: string | null
        }
        Relationships: [{ foreignKeyName: 'standing_orders_cycle_id_fkey'; columns: ['cycle_id']; isOneToOne: false; referencedRelation: 'buy_cycles'; referencedColumns: ['id'] }, { foreignKeyName: 'standing_rounds_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'standing_rounds_order_id_fkey'; columns: ['order_id']; isOneToOne: true; referencedRelation: 'orders'; referencedColumns: ['id'] }]
      }
      packing_batches: {
        Row: {
          batch: string
          vendor_id: string
          shop: string
          group_buy_id: string | null
          batch_name: string
          batch_status: string
          share_date: string | null
          orders: number
          lines: number
          packed_lines: number
          open_orders: number
          ready_orders: number
          units: number
          packed_units: number
          unit: string | null
          waiting_orders: number
          unpacked_lines: number
          is_ready: boolean
        }
        Relationships: []
      }
      packing_lines: {
        Row: {
          id: string
          order_id: string
          order_no: number
          vendor_id: string
          group_buy_id: string | null
          batch: string
          share_date: string | null
          batch_name: string
          batch_status: string
          buyer_name: string
          phone_end: string | null
          fulfilment: string
          pickup_point_id: string | null
          place: string | null
          status: string
          ready_at: string | null
          product_id: string
          product_name: string
          unit: string
          quantity: number
          packed_at: string | null
          shop: string
          missing_thousandths: number
          shortfalls: number
          kg_per_unit: number | null
          most_kg_per_unit: number | null
          weight_grams: number | null
          weight_waits: boolean
          weights: number
          category: string
          is_waiting: boolean
          buyer_id: string
          run_id: string | null
          run_from: string | null
          run_until: string | null
          run_rider: string | null
          pack_size: number | null
          pack_unit: string | null
        }
        Relationships: [{ foreignKeyName: 'order_lines_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'order_lines_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_pickup_point_id_fkey'; columns: ['pickup_point_id']; isOneToOne: false; referencedRelation: 'pickup_points'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_user_id_fkey'; columns: ['buyer_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      payment_list: {
        Row: {
          id: string
          reference: string
          created_at: string
          status: string
          trouble: string | null
          gateway: string
          method: string | null
          amount_kobo: number
          peps_kobo: number
          received_kobo: number | null
          gateway_fee_kobo: number
          charged_back_kobo: number
          user_id: string
          payer_name: string | null
        }
        Relationships: [{ foreignKeyName: 'payments_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      payout_list: {
        Row: {
          id: string
          reference: string
          vendor_id: string
          shop_name: string
          amount_kobo: number
          status: string
          trouble: string | null
          trouble_text: string | null
          weekly_for: string | null
          requested_by: string | null
          tries: number
          next_try_at: string | null
          answered_at: string | null
          unconfirmed_since: string | null
          arrived_at: string | null
          created_at: string
          bank_name: string
          last_four: string
          account_name: string
          is_stuck: boolean
          came_back: boolean
        }
        Relationships: [{ foreignKeyName: 'payouts_requested_by_fkey'; columns: ['requested_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'payouts_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      place_cash: {
        Row: {
          pickup_point_id: string
          name: string
          state: string
          vendor_id: string | null
          owed_kobo: number
        }
        Relationships: [{ foreignKeyName: 'pickup_points_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }, { foreignKeyName: 'pickup_points_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      place_orders: {
        Row: {
          id: string
          to_come: number
          to_hand_over: number
          stockpiled_kg: number
          people: number
          staff: number
        }
        Relationships: []
      }
      place_rooms: {
        Row: {
          id: string
          free_kg: number
        }
        Relationships: []
      }
      planned_rates: {
        Row: {
          key: string
          value: Json
          effective_from: string
          announced_at: string
        }
        Relationships: []
      }
      price_rise_answers: {
        Row: {
          id: string
          group_buy_id: string
          vendor_id: string
          rise_naira: number
          reason: string
          former_base_price: number
          base_price: number
          former_ceiling_price: number
          ceiling_price: number
          people: number
          status: string
          asked_at: string
          ends_at: string
          ended_at: string | null
          staying: number
          leaving: number
          silent: number
        }
        Relationships: [{ foreignKeyName: 'group_buys_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }, { foreignKeyName: 'price_rises_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: true; referencedRelation: 'group_buys'; referencedColumns: ['id'] }]
      }
      product_ratings: {
        Row: {
          product_id: string
          rating_count: number
          rating: number | null
        }
        Relationships: []
      }
      products_off_sale: {
        Row: {
          id: string
          name: string
          category: string
          image_url: string | null
          is_archived: boolean
          vendor_id: string | null
          business_name: string | null
        }
        Relationships: []
      }
      repeating_buys: {
        Row: {
          id: string
          period: string
          status: string
          next_opens_at: string
          next_end_date: string
          next_share_date: string
          vendor_id: string
          shop: string
          product_id: string
          group_buy_id: string
          product_name: string
          unit: string
          round_status: string
          end_date: string
          min_quantity: number
          max_quantity: number | null
          payment_mode: string
          buyer_fee_bps: number
          ceiling_price: number
        }
        Relationships: [{ foreignKeyName: 'buy_cycles_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }, { foreignKeyName: 'buy_cycles_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      requested_quantities: {
        Row: {
          id: string
          group_buy_id: string
          quantity: number
          note: string
          status: string
          reason: string
          created_at: string
          ended_at: string | null
          product_name: string
          unit: string
          end_date: string
          max_quantity: number | null
          person_name: string
          own_quantity: number
          free_quantity: number
        }
        Relationships: [{ foreignKeyName: 'quantity_requests_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }]
      }
      reward_terms: {
        Row: {
          referral_bps: number | null
          next_bps: number | null
          next_from: string | null
        }
        Relationships: []
      }
      role_holdings: {
        Row: {
          id: string
          role: string
          shop_name: string | null
          shop_status: string | null
          open_buys: number
          open_orders: number
          states: string[]
        }
        Relationships: []
      }
      run_depots: {
        Row: {
          pickup_point_id: string | null
          vendor_id: string | null
          name: string
          state: string
        }
        Relationships: []
      }
      run_riders: {
        Row: {
          pickup_point_id: string | null
          vendor_id: string | null
          rider_id: string
          full_name: string
        }
        Relationships: []
      }
      share_date_choices: {
        Row: {
          share_date: string
        }
        Relationships: []
      }
      shop_balances: {
        Row: {
          vendor_id: string
          business_name: string
          shop_status: string
          held_kobo: number
          held_orders: number
          releasable_kobo: number
          disputed_kobo: number
          on_its_way_kobo: number
          paid_out_kobo: number
          on_its_way_payouts: number
        }
        Relationships: []
      }
      shop_buyers: {
        Row: {
          user_id: string
          buyer_name: string | null
          orders: number
          promised_orders: number
          goods: number
          last_order_at: string
        }
        Relationships: []
      }
      shop_buyers_by_name: {
        Row: {
          user_id: string
          buyer_name: string | null
          orders: number
          promised_orders: number
          goods: number
          last_order_at: string
          name_parts: string | null
        }
        Relationships: []
      }
      shop_customers: {
        Row: {
          user_id: string
          buyer_name: string | null
          placed: number
          orders: number
          promised_orders: number
          unpaid_orders: number
          uncollected_orders: number
          goods: number
          returned_kobo: number
          claims: number
          upheld_claims: number
          first_order_at: string
          last_order_at: string
        }
        Relationships: [{ foreignKeyName: 'orders_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      shop_goods: {
        Row: {
          pickup_point_id: string | null
          is_delivery: boolean | null
          place: string
          is_hub: boolean
          vendor_id: string | null
          product_id: string | null
          product_name: string
          unit: string
          group_buy_id: string | null
          share_date: string | null
          orders: number
          units: number
          units_counted: number
          units_unweighed: number
          units_ready: number
          units_taken: number
          units_lost: number
          units_here: number
        }
        Relationships: []
      }
      shop_money: {
        Row: {
          cut: string
          vendor_id: string
          group_buy_id: string | null
          product_name: string | null
          share_day: string | null
          orders: number
          gross_kobo: number
          fee_kobo: number
          fee_vat_kobo: number | null
          back_kobo: number
          net_kobo: number
          held_kobo: number
          waiting_kobo: number
          ready_kobo: number
          on_its_way_kobo: number
          paid_kobo: number
          claim_until: string | null
          payout_at: string | null
          last_four: string | null
          payouts: number
        }
        Relationships: []
      }
      shop_money_months: {
        Row: {
          vendor_id: string
          account_id: string
          month: string
          movements: number
          came_in_kobo: number
          went_out_kobo: number
          fee_kobo: number
          closing_kobo: number | null
        }
        Relationships: []
      }
      shop_months: {
        Row: {
          month: string
          placed: number
          orders: number
          promised_orders: number
          completed_orders: number
          goods: number
          promised_goods: number
          vendor_fee_kobo: number
        }
        Relationships: []
      }
      shop_movements: {
        Row: {
          id: string
          vendor_id: string | null
          posted_at: string
          kind: string
          amount_kobo: number
          balance_kobo: number
          order_id: string | null
          order_no: number | null
          product_name: string | null
          fee_kobo: number
          payout_id: string | null
          reference: string | null
          account_id: string
          last_four: string | null
        }
        Relationships: []
      }
      shop_order_parts: {
        Row: {
          vendor_id: string
          order_id: string
          part: string
          payout_id: string | null
          last_four: string | null
          amount_kobo: number
          at: string | null
          share_day: string | null
          order_no: number | null
          status: string | null
          group_buy_id: string | null
          product_name: string | null
        }
        Relationships: [{ foreignKeyName: 'orders_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }]
      }
      shop_overrides: {
        Row: {
          hand_over_id: string
          order_id: string
          order_no: number
          vendor_id: string
          shop: string
          state: string
          identity: string
          reason: string
          created_at: string
          confirmed_at: string | null
          claim_until: string | null
          released_at: string | null
          goods_kobo: number
          handled_by_name: string
          is_own: boolean | null
          overrides: number
        }
        Relationships: [{ foreignKeyName: 'hand_over_overrides_hand_over_id_fkey'; columns: ['hand_over_id']; isOneToOne: true; referencedRelation: 'hand_overs'; referencedColumns: ['id'] }, { foreignKeyName: 'hand_overs_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }, { foreignKeyName: 'vendors_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }]
      }
      shop_products_sold: {
        Row: {
          product_id: string
          product_name: string
          unit: string
          orders: number
          promised_orders: number
          quantity: number
          goods: number
        }
        Relationships: []
      }
      shop_waiting_money: {
        Row: {
          vendor_id: string
          part: string
          orders: number
          amount_kobo: number
          first_at: string | null
          last_at: string | null
          by_pay_day_kobo: number
        }
        Relationships: []
      }
      short_deliveries: {
        Row: {
          id: string
          vendor_id: string
          shop: string
          state: string
          group_buy_id: string | null
          line_id: string | null
          what: string | null
          unit: string | null
          place: string | null
          kind: string
          missing_thousandths: number
          of_thousandths: number
          orders: number
          goods_kobo: number
          reason: string
          photo: string | null
          status: string
          by_shop: boolean
          answer_by: string | null
          contested_at: string | null
          created_at: string
          entered_by_name: string | null
          may_answer: boolean
        }
        Relationships: [{ foreignKeyName: 'shortfalls_group_buy_id_fkey'; columns: ['group_buy_id']; isOneToOne: false; referencedRelation: 'group_buys'; referencedColumns: ['id'] }, { foreignKeyName: 'shortfalls_line_id_fkey'; columns: ['line_id']; isOneToOne: false; referencedRelation: 'order_lines'; referencedColumns: ['id'] }, { foreignKeyName: 'shortfalls_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }, { foreignKeyName: 'vendors_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }]
      }
      sold_lines: {
        Row: {
          order_id: string
          vendor_id: string
          product_id: string
          product_name: string
          unit: string
          quantity: number
          is_paid: boolean
          goods: number
        }
        Relationships: [{ foreignKeyName: 'order_lines_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'products'; referencedColumns: ['id'] }]
      }
      staff_members: {
        Row: {
          id: string
          person_id: string
          vendor_id: string | null
          pickup_point_id: string | null
          duty: string
          created_at: string
          full_name: string
          overrides: number
          orders_on_runs: number
          goods_left_alone: number
        }
        Relationships: [{ foreignKeyName: 'memberships_person_id_fkey'; columns: ['person_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'memberships_pickup_point_id_fkey'; columns: ['pickup_point_id']; isOneToOne: false; referencedRelation: 'pickup_points'; referencedColumns: ['id'] }, { foreignKeyName: 'memberships_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      state_overview: {
        Row: {
          state: string
          managers: string[]
          shops_open: number
          shops_pending: number
          buys_open: number
          claims_disputed: number
          uncollected_open: number
          waiting_since: string | null
        }
        Relationships: []
      }
      support_queue: {
        Row: {
          id: string
          topic: string
          status: string
          state: string | null
          assigned_to: string | null
          assigned_name: string | null
          answers: number
          created_at: string
          written_at: string
          first_answered_at: string | null
          contact_id: string | null
          conversation_id: string | null
          person_name: string | null
          person_id: string | null
          email: string | null
          message: string | null
          subject: string | null
          order_id: string | null
          is_mine: boolean | null
        }
        Relationships: [{ foreignKeyName: 'conversations_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'support_cases_assigned_to_fkey'; columns: ['assigned_to']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'support_cases_contact_id_fkey'; columns: ['contact_id']; isOneToOne: true; referencedRelation: 'contact_messages'; referencedColumns: ['id'] }, { foreignKeyName: 'support_cases_conversation_id_fkey'; columns: ['conversation_id']; isOneToOne: true; referencedRelation: 'conversations'; referencedColumns: ['id'] }, { foreignKeyName: 'support_cases_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }]
      }
      text_message_months: {
        Row: {
          month: string
          channel: string
          sent: number
          delivered: number
          failed: number
          unknown: number
          dropped: number
          waiting: number
          cost_kobo: number
        }
        Relationships: []
      }
      top_buyers: {
        Row: {
          rank: number
          id: string
          display_name: string
          completed_orders: number
          joined_at: string
          successful_referrals: number
          in_top_percent: boolean
        }
        Relationships: []
      }
      top_referrers: {
        Row: {
          rank: number
          id: string
          display_name: string
          referrals: number
          successful_referrals: number
          joined_at: string
          in_top_percent: boolean
          completed_orders: number
        }
        Relationships: []
      }
      user_directory: {
        Row: {
          id: string
          email: string | null
          phone: string | null
          full_name: string
          role: string
          created_at: string
          last_sign_in_at: string | null
          confirmed: boolean
        }
        Relationships: []
      }
      vat_report: {
        Row: {
          month: string
          vat_bps: number | null
          buyer_fee_kobo: number
          vendor_fee_kobo: number
          delivery_kobo: number
          income_kobo: number
          vat_kobo: number | null
          handling_kobo: number
          earned_kobo: number
          credited_kobo: number
        }
        Relationships: []
      }
      vendor_choices: {
        Row: {
          id: string
          business_name: string
          location: string
        }
        Relationships: []
      }
      visible_offline_hand_overs: {
        Row: {
          id: string
          hand_over_id: string
          order_id: string
          order_no: number
          buyer_name: string
          kind: string
          pickup_point_id: string | null
          vendor_id: string
          place_name: string
          acted_at: string
          received_at: string
          is_scanned: boolean
          conflict: string | null
          settlement: string | null
          settled_at: string | null
          note: string
          person_name: string
          settled_by_name: string
          is_own: boolean | null
          is_by_reader: boolean | null
          may_settle: boolean | null
        }
        Relationships: [{ foreignKeyName: 'hand_overs_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'hand_overs_pickup_point_id_fkey'; columns: ['pickup_point_id']; isOneToOne: false; referencedRelation: 'pickup_points'; referencedColumns: ['id'] }, { foreignKeyName: 'offline_hand_overs_hand_over_id_fkey'; columns: ['hand_over_id']; isOneToOne: false; referencedRelation: 'hand_overs'; referencedColumns: ['id'] }, { foreignKeyName: 'orders_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      visible_runs: {
        Row: {
          id: string
          pickup_point_id: string | null
          vendor_id: string | null
          place_name: string | null
          rider_id: string
          rider_name: string
          rider_serves: boolean
          window_from: string
          window_until: string
          status: string
          started_at: string | null
          ended_at: string | null
          is_own: boolean | null
          may_plan: boolean
        }
        Relationships: [{ foreignKeyName: 'delivery_runs_pickup_point_id_fkey'; columns: ['pickup_point_id']; isOneToOne: false; referencedRelation: 'pickup_points'; referencedColumns: ['id'] }, { foreignKeyName: 'delivery_runs_rider_id_fkey'; columns: ['rider_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'delivery_runs_vendor_id_fkey'; columns: ['vendor_id']; isOneToOne: false; referencedRelation: 'vendors'; referencedColumns: ['id'] }]
      }
      visible_stops: {
        Row: {
          id: string
          run_id: string
          order_id: string
          order_no: number
          buyer_name: string
          position: number
          status: string
          reason: string | null
          note: string
          ended_at: string | null
          is_own: boolean | null
          state: string | null
          lga: string | null
          recipient: string | null
          phone: string | null
          street: string | null
          landmark: string | null
          tries: number
          lines: Json
          kg: number | null
          may_weigh: boolean
        }
        Relationships: [{ foreignKeyName: 'delivery_stops_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }, { foreignKeyName: 'delivery_stops_run_id_fkey'; columns: ['run_id']; isOneToOne: false; referencedRelation: 'delivery_runs'; referencedColumns: ['id'] }, { foreignKeyName: 'local_government_of_its_state'; columns: ['state', 'lga']; isOneToOne: false; referencedRelation: 'local_governments'; referencedColumns: ['state', 'name'] }, { foreignKeyName: 'order_addresses_state_fkey'; columns: ['state']; isOneToOne: false; referencedRelation: 'nigerian_states'; referencedColumns: ['name'] }]
      }
      waiting: {
        Row: {
          subject: string
          status: string
          waiter: string
          amount: number
        }
        Relationships: []
      }
      weights_of_orders: {
        Row: {
          order_id: string
          line_id: string
          product_name: string
          unit: string
          number: number
          units: number
          grams: number
          least_kg_per_unit: number | null
          most_kg_per_unit: number | null
          cut_kobo: number
          photo: string
          waits: boolean
          created_at: string
          returned_kobo: number
        }
        Relationships: [{ foreignKeyName: 'order_lines_order_id_fkey'; columns: ['order_id']; isOneToOne: false; referencedRelation: 'orders'; referencedColumns: ['id'] }]
      }
      zone_orders: {
        Row: {
          id: string
          paid: number
          people: number
          fees_kobo: number
          unpaid: number
        }
        Relationships: []
      }
    }
    Functions: {
      active_people: {
        Args: { starts: string[]; ends: string[] }
        Returns: { nth: number; people: number }[]
      }
      ajo_invitation: {
        Args: { code: string }
        Returns: { circle_id: string | null; name: string | null; kind: string | null; monthly_kobo: number | null; seats: number | null; months: number | null; due_day: number | null; status: string | null; members: number | null; starter_name: string | null; is_member: boolean | null }[]
      }
      are_closed_days: {
        Args: { days: Json }
        Returns: boolean
      }
      are_opening_hours: {
        Args: { hours: Json }
        Returns: boolean
      }
      are_saved_lines: {
        Args: { lines: Json }
        Returns: boolean | null
      }
      arrange_buy_pictures: {
        Args: { buy: string; wanted: string[]; captions?: string[]; seen?: string[] }
        Returns: undefined
      }
      arrange_product_pictures: {
        Args: { product: string; wanted: string[]; seen?: string[] }
        Returns: undefined
      }
      bank_account_usable_from: {
        Args: { since: string }
        Returns: string
      }
      board_name: {
        Args: { full_name: string }
        Returns: string
      }
      buy_for_staff: {
        Args: { record_id: string }
        Returns: Json | null
      }
      can_photograph: {
        Args: { buy: string }
        Returns: boolean
      }
      colleague_names: {
        Args: { people: string[] }
        Returns: { id: string | null; full_name: string | null }[]
      }
      colleagues_of_support: {
        Args: { of_case: string }
        Returns: { id: string; full_name: string; role: string }[]
      }
      document_days: {
        Args: { since: string; until: string }
        Returns: { day: string; kind: string; documents: number; first_number: string; last_number: string; amount_kobo: number }[]
      }
      document_gaps: {
        Args: { of_year: number }
        Returns: { kind: string; last: number; issued: number }[]
      }
      due_calls: {
        Args: { most?: number; latest_first?: boolean }
        Returns: { id: string; record_kind: string; record_id: string; record_name: string; text: string; next_call_on: string; author_name: string }[]
      }
      figure_rows: {
        Args: { figure: string; since: string; until: string; in_state?: string; after_at?: string; after_id?: string; most?: number }
        Returns: { at: string; kind: string; record_id: string; label: string; detail: string; amount_kobo: number | null }[]
      }
      find_orders: {
        Args: { search?: string; status?: string; kind?: string; month?: string; shop?: string; buy?: string; after_at?: string; after_id?: string; before_at?: string; before_id?: string; most?: number }
        Returns: { id: string; created_at: string; is_edge: boolean }[]
      }
      first_name: {
        Args: { full_name: string }
        Returns: string | null
      }
      first_reported_month: {
        Args: never
        Returns: string
      }
      held_days: {
        Args: { ends: string[] }
        Returns: { day: string; held_kobo: number }[]
      }
      is_notified_rate: {
        Args: { key: string }
        Returns: boolean
      }
      is_own_path: {
        Args: { address: string }
        Returns: boolean | null
      }
      is_paused: {
        Args: { what: string }
        Returns: boolean
      }
      is_perishable: {
        Args: { category: string }
        Returns: boolean
      }
      is_reserved_name: {
        Args: { name: string }
        Returns: boolean
      }
      is_saved_line: {
        Args: { line: Json }
        Returns: boolean | null
      }
      lagos_day: {
        Args: { instant: string }
        Returns: string
      }
      lagos_month: {
        Args: { instant: string }
        Returns: string
      }
      lagos_today: {
        Args: never
        Returns: string
      }
      locked_participants: {
        Args: { buy: string; end_date: string; extended_at: string; paid_participants: number }
        Returns: number
      }
      market_categories: {
        Args: { since: string; until: string; in_state?: string }
        Returns: { category: string; orders: number; goods: number }[]
      }
      market_days: {
        Args: { since: string; until: string; in_state?: string }
        Returns: { day: string; joins: number; orders: number; goods: number; buyer_fee_kobo: number; vendor_fee_kobo: number; handed_over: number; timed: number; on_time: number; refunds: number; refund_kobo: number; claims: number; buys_ended: number; buys_filled: number; new_people: number; new_shops: number }[]
      }
      market_states: {
        Args: { since: string; until: string }
        Returns: { state: string; joins: number; orders: number; goods: number; fees_kobo: number }[]
      }
      most_for_promises_kobo: {
        Args: { of_order: string }
        Returns: number
      }
      name_skeleton: {
        Args: { name: string }
        Returns: string | null
      }
      next_pay_day: {
        Args: never
        Returns: string | null
      }
      notice_preferences_of: {
        Args: { person: string }
        Returns: Wire['public']['Tables']['notice_preferences']['Row']
        SetofOptions: { from: '*'; to: 'notice_preferences'; isOneToOne: true; isSetofReturn: false }
      }
      order_for_staff: {
        Args: { record_id: string }
        Returns: Json | null
      }
      overseen_sales: {
        Args: { split: string; since: string; until: string; in_state?: string }
        Returns: { part: string; state: string; orders: number; goods: number; joins: number; fees_kobo: number; timed: number; on_time: number }[]
      }
      own_price_questions: {
        Args: { buy?: string; of_order?: string }
        Returns: { order_id: string; order_no: number; order_status: string; quantity: number; unit: string; buyer_fee_bps: number; ceiling_unit_price: number; price_rise_id: string; group_buy_id: string; product_name: string; shop_name: string; reason: string; rise_naira: number; former_ceiling_price: number; ceiling_price: number; rise_status: string; ends_at: string; answer: string | null; answered_at: string | null; more_kobo: number | null; has_refund: boolean; is_being_paid: boolean }[]
      }
      own_terms: {
        Args: { buy: string }
        Returns: { business: string | null; granted_quantity: number | null; requested_quantity: number | null; request_status: string | null }[]
      }
      own_waits: {
        Args: { buys: string[] }
        Returns: { group_buy_id: string; quantity: number; status: string; offer_expires_at: string | null; position: number }[]
      }
      party_to_write_to: {
        Args: { person?: string; shop?: string; an_order?: string; a_buy?: string; a_claim?: string }
        Returns: { name: string; role: string; about: string | null }[]
      }
      payment_sums: {
        Args: { since: string; until: string; of_state?: string; of_method?: string; least_kobo?: number; most_kobo?: number }
        Returns: { status: string | null; payments: number | null; amount_kobo: number | null; peps_kobo: number | null; received_kobo: number | null; gateway_fee_kobo: number | null; charged_back_kobo: number | null }[]
      }
      payout_sums: {
        Args: { since: string; until: string; of_state?: string; of_shops?: string[] }
        Returns: { status: string | null; payouts: number | null; shops: number | null; amount_kobo: number | null }[]
      }
      pays_on_joining: {
        Args: { buy: string }
        Returns: boolean
      }
      person_devices: {
        Args: { person: string }
        Returns: { user_agent: string | null; last_used_at: string; signed_in_at: string; has_second_step: boolean }[]
      }
      person_duties: {
        Args: { person: string }
        Returns: { kind: string; name: string; subject_kind: string; subject_id: string; state: string; since: string }[]
      }
      person_money: {
        Args: { person: string }
        Returns: { orders: number; live_orders: number; unpaid_orders: number; held_kobo: number; coming_back_kobo: number; stuck_refunds: number; open_disputes: number; peps_kobo: number | null }[]
      }
      person_notices: {
        Args: { person: string }
        Returns: { channel: string; subject: string; at: string; status: string }[]
      }
      person_record: {
        Args: { person: string }
        Returns: { id: string; full_name: string; role: string; created_at: string; last_sign_in_at: string | null; is_confirmed: boolean; is_verified: boolean; is_deleted: boolean; email: string | null; phone: string | null; language: string | null; business: string | null; states: string[]; suspended_at: string | null; suspension_reason: string | null; may_suspend: boolean; waits_for_chief: boolean }[]
      }
      phone_key: {
        Args: { phone: string }
        Returns: string | null
      }
      price_at: {
        Args: { thresholds: number[]; prices: number[]; base_price: number; participants: number }
        Returns: number
      }
      record_history: {
        Args: { record_kind: string; record_id: string; most?: number }
        Returns: { id: number | null; at: string; action: string; subject_type: string; subject_id: string | null; subject_name: string | null; before: Json | null; after: Json | null; actor_name: string | null; actor_role: string | null }[]
      }
      region_audience_size: {
        Args: { states: string[]; audience: string }
        Returns: number
      }
      search: {
        Args: { q: string; most?: number; typing?: boolean; near_state?: string }
        Returns: { kind: string; id: string; title: string; total: number; is_near: boolean; meant: string | null; shop: string | null; place: string | null; price: number | null; unit: string | null; image_url: string | null; slug: string | null; is_open: boolean; state: string | null }[]
      }
      search_products: {
        Args: { q: string; sort?: string; category?: string; vendor?: string; place?: string; share_date?: string; skip?: number; most?: number; near_state?: string }
        Returns: { id: string; total: number }[]
      }
      search_query: {
        Args: { q: string; kind: string }
        Returns: { wanted: string | null; is_near: boolean }[]
      }
      search_records: {
        Args: { words?: string; order_number?: number; claim_number?: number; reference?: string; most?: number }
        Returns: { kind: string; id: string | null; name: string | null; number: number | null; status: string | null; shop: string | null; at: string | null }[]
      }
      sees_ajo: {
        Args: never
        Returns: boolean | null
      }
      setting: {
        Args: { setting_key: string }
        Returns: Json | null
      }
      settings_in_force: {
        Args: { keys: string[] }
        Returns: Json
      }
      shared_gift: {
        Args: { gift: string }
        Returns: { id: string; status: string; giver: string; note: string; group_buy_id: string; product_name: string; unit: string; image_url: string | null; quantity: number; ceiling_unit_price: number; buyer_fee_bps: number; end_date: string; payment_due_at: string | null; share_date: string | null; shop: string; place: string | null; expires_at: string; is_for_me: boolean; is_mine: boolean; own_order_id: string | null }[]
      }
      shop_board: {
        Args: { most?: number }
        Returns: { stage: string; id: string; due_at: string | null; due_day: string | null; is_late: boolean; is_packed: boolean }[]
      }
      shop_board_counts: {
        Args: never
        Returns: { stage: string; amount: number; late: number }[]
      }
      shop_buy_figures: {
        Args: { since?: string; until?: string; after_at?: string; after_id?: string; most?: number }
        Returns: { id: string; product_name: string; unit: string; status: string; end_date: string; participants: number; tier_thresholds: number[]; target_quantity: number; quantity: number; price: number; joined: number; paid: number; handed_over: number; timed: number; on_time: number; uncollected: number; goods: number }[]
      }
      shop_for_staff: {
        Args: { record_id: string }
        Returns: Json | null
      }
      shop_name_key: {
        Args: { name: string }
        Returns: string | null
      }
      shop_order_count: {
        Args: { states?: string[]; is_bulk?: boolean; month?: string; buy?: string; only_paid?: boolean }
        Returns: number
      }
      shortened: {
        Args: { fields: Json }
        Returns: Json | null
      }
      shown_setting: {
        Args: { setting_key: string }
        Returns: Json | null
      }
      staff_to_write_to: {
        Args: never
        Returns: { id: string; full_name: string; role: string }[]
      }
      stockpiled_kg: {
        Args: { place: string }
        Returns: number
      }
      suspension_impact: {
        Args: { person: string }
        Returns: { paid_orders: number; unpaid_orders: number; open_buys: number; held_kobo: number; shop_id: string | null; shop_name: string | null; shop_orders: number; shop_kobo: number; duties: number; is_out: boolean }[]
      }
      vat_rate_on: {
        Args: { moment: string }
        Returns: number | null
      }
      vat_within: {
        Args: { gross_kobo: number; bps: number }
        Returns: number
      }
      whole_setting: {
        Args: { setting_key: string }
        Returns: number | null
      }
      without_direction_marks: {
        Args: { written: string }
        Returns: string
      }
    }
  }
}

export type TableRow<Name extends keyof Wire['public']['Tables']> = Wire['public']['Tables'][Name]['Row']
