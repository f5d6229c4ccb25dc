import { t } from '@lingui/core/macro';
import {
  IconBell,
  IconBook2,
  IconCamera,
  IconHelpCircle,
  IconHistory,
  IconLayoutDashboard,
  IconListDetails,
  IconSchool,
  IconSettings,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { messages } from '../../language/messages.ts';
import { paths } from '../../lib/paths.ts';
import { LinkCard, LinkCards } from '../../ui/link-card.tsx';

/** Links to every page that is not in the Admin's menu. */
export function Shortcuts() {
  const { navigation } = messages;
  return (
    <LinkCards label={t`Lối tắt`}>
      <LinkCard
        to={paths.schoolOverview}
        icon={IconLayoutDashboard}
        title={t`Tổng quan`}
        text={t`Việc hôm nay của một trường`}
      />
      <LinkCard
        to={paths.studentHistory}
        icon={IconHistory}
        title={t`Student History`}
        text={t`Chuyển lớp và điểm danh của học sinh`}
      />
      <LinkCard
        to={paths.teacherHistory}
        icon={IconHistory}
        title={t`Teacher History`}
        text={t`Phân công lớp của giáo viên`}
      />
      <LinkCard
        to={paths.audit}
        icon={IconListDetails}
        title={t`Nhật ký quản trị`}
        text={t`Ai đã làm gì, khi nào`}
      />
      <LinkCard
        to={paths.lessons}
        icon={IconBook2}
        title={navigation.lessons}
        text={t`Thư viện bài giảng`}
      />
      <LinkCard
        to={paths.classes}
        icon={IconUsers}
        title={navigation.classes}
        text={t`Lớp học và điểm danh`}
      />
      <LinkCard
        to={paths.scan}
        icon={IconCamera}
        title={t`Quét rác`}
        text={t`Nhận diện loại rác bằng máy ảnh`}
      />
      <LinkCard
        to={paths.notifications}
        icon={IconBell}
        title={navigation.notifications}
        text={t`Tin mới của bạn`}
      />
      <LinkCard
        to={paths.profile}
        icon={IconUser}
        title={navigation.profile}
        text={t`Thông tin và mật khẩu`}
      />
      <LinkCard to={paths.settings} icon={IconSettings} title={navigation.settings} />
      <LinkCard to={paths.training} icon={IconSchool} title={navigation.training} />
      <LinkCard to={paths.help} icon={IconHelpCircle} title={navigation.help} />
    </LinkCards>
  );
}
