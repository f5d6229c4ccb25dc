import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { nameError } from './field-errors.ts';
import { id, idParams, messageResponse } from './fields.ts';
import { limits } from './rules/limits.ts';

const invalidDate = nameError('invalid_date');
const day = z.iso.date(invalidDate).regex(/^2/, invalidDate);

export const leaveStatuses = ['sent', 'accepted', 'refused', 'withdrawn'] as const;

/** A parent's note that a child will be absent. */
export const leaveNote = z.object({
  id,
  student_id: id,
  full_name: z.string(),
  /** The parent who sent it. */
  sent_by: z.string(),
  first_day: day,
  last_day: day,
  reason: z.string(),
  status: z.enum(leaveStatuses),
  decided_by: z.string().nullable(),
  createdAt: z.string(),
  can: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
});
export type LeaveNote = z.infer<typeof leaveNote>;

const leaveInput = z.object({
  /** Not in the past. */
  first_day: day,
  last_day: day,
  reason: z.string().trim().min(1).max(limits.maxLeaveReasonLength),
});
export type LeaveInput = z.infer<typeof leaveInput>;

const notes = z.object({ notes: z.array(leaveNote) });

export const leave = {
  send: endpoint({
    method: 'POST',
    path: '/api/students/{id}/leave-notes',
    summary: `Tell the school that a child will be absent, for at most ${limits.maxLeaveDays} days`,
    access: { Parent: 'own children' },
    params: idParams,
    body: leaveInput,
    status: 201,
    response: leaveNote,
  }),
  ofStudent: endpoint({
    method: 'GET',
    path: '/api/students/{id}/leave-notes',
    summary: 'The leave notes of a child in this school year, the latest first',
    access: { Parent: 'own children', Teacher: 'own classes', Mod: 'own school', Admin: 'all' },
    params: idParams,
    response: notes,
  }),
  ofClass: endpoint({
    method: 'GET',
    path: '/api/classes/{id}/leave-notes',
    summary: 'The leave notes of a class for a day, or for today and the days to come',
    access: { Teacher: 'own classes', Mod: 'own school', Admin: 'all' },
    params: idParams,
    query: z.object({ date: day.optional() }),
    response: notes,
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/api/leave-notes/{id}',
    summary: 'Accept or refuse a leave note; the parent is told',
    access: { Teacher: 'own classes', Mod: 'own school' },
    params: idParams,
    body: z.object({ status: z.enum(['accepted', 'refused']) }),
    response: leaveNote,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/leave-notes/{id}',
    summary: 'Withdraw a leave note that the parent sent, until its last day has passed',
    access: { Parent: 'own' },
    params: idParams,
    response: messageResponse,
  }),
};
